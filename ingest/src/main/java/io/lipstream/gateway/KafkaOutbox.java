package io.lipstream.gateway;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.connection.KafkaConnection;
import io.lipstream.event.Command;
import io.lipstream.event.Request;
import io.lipstream.registry.EventSerializer;
import io.lipstream.topic.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An {@link Outbox} that is an idempotent Kafka producer; a broker that is away shows in seconds.
 */
final class KafkaOutbox implements Outbox, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaOutbox.class);
  private static final int LONGEST_BLOCK_MS = 5_000;
  private static final int LONGEST_DELIVERY_MS = 15_000;

  private final KafkaProducer<String, byte[]> producer;
  private final EventSerializer<Request> requests;
  private final EventSerializer<Command> commands;

  KafkaOutbox(KafkaConnection connection) {
    Properties properties = connection.clientProperties();
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 2);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, LONGEST_BLOCK_MS);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, LONGEST_DELIVERY_MS);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, LONGEST_DELIVERY_MS / 2);
    producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    requests = new EventSerializer<>(connection.registryUrl(), Request.class);
    commands = new EventSerializer<>(connection.registryUrl(), Command.class);
  }

  @Override
  public CompletableFuture<Void> send(Request request) {
    String topic = Topic.REQUESTS.topicName();
    return send(topic, RequestIdentity.of(request).jobId(), requests.serialize(topic, request));
  }

  @Override
  public CompletableFuture<Void> send(Command command) {
    String topic = Topic.COMMANDS.topicName();
    return send(topic, command.getJobId(), commands.serialize(topic, command));
  }

  private CompletableFuture<Void> send(String topic, String key, byte[] value) {
    CompletableFuture<Void> sent = new CompletableFuture<>();
    try {
      var unused =
          producer.send(
              new ProducerRecord<>(topic, key, value),
              (metadata, failure) -> {
                if (failure == null) {
                  sent.complete(null);
                } else {
                  sent.completeExceptionally(unavailable(topic, failure));
                }
              });
    } catch (KafkaException e) {
      sent.completeExceptionally(unavailable(topic, e));
    }
    return sent;
  }

  private static RuntimeException unavailable(String topic, Exception failure) {
    LOG.warn("{} did not take an event: {}", topic, failure.getMessage());
    return Refusal.unavailable("Kafka did not take the event; send the same again");
  }

  Map<MetricName, ? extends Metric> metrics() {
    return producer.metrics();
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
  }
}
