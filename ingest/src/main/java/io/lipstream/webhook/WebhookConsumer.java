package io.lipstream.webhook;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.consumption.RecordClients;
import io.lipstream.event.Callback;
import io.lipstream.registry.EventDeserializer;
import io.lipstream.registry.EventSerializer;
import io.lipstream.topic.Topic;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the receivers of lipstream.callbacks until each has taken its event, at least once.
 * Instances of a group share the partitions. The topic is the only state: whatever fails here is
 * opened anew and reads it again. Runs on a thread of its own; close from any other.
 */
public final class WebhookConsumer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookConsumer.class);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(15);

  private final WebhookSettings settings;
  private final KafkaConnection connection;
  private final EventDeserializer<Callback> reader;
  private final EventSerializer<Callback> writer;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  private WebhookConsumer(WebhookSettings settings, KafkaConnection connection) {
    this.settings = settings;
    this.connection = connection;
    this.reader = new EventDeserializer<>(connection.registryUrl(), Callback.class);
    this.writer = new EventSerializer<>(connection.registryUrl(), Callback.class);
    this.thread = new Thread(this::run, settings.group());
  }

  public static WebhookConsumer start(WebhookSettings settings, KafkaConnection connection) {
    WebhookConsumer consumer = new WebhookConsumer(settings, connection);
    consumer.thread.start();
    return consumer;
  }

  private void run() {
    try (HttpCaller caller =
        new HttpCaller(settings, InetAddress::getAllByName, null, Clock.systemUTC())) {
      while (!closed()) {
        try (KafkaProducer<byte[], byte[]> producer = RecordClients.producer(connection);
            KafkaConsumer<byte[], byte[]> consumer = consumer();
            Delivery delivery =
                new Delivery(settings, caller, reader, writer, consumer, producer)) {
          while (!closed()) {
            delivery.step();
          }
        } catch (RuntimeException e) {
          LOG.error("webhooks begin again from {}", Topic.CALLBACKS.topicName(), e);
          pause();
        }
      }
    }
  }

  private boolean closed() {
    return closing.getCount() == 0;
  }

  private void pause() {
    try {
      closing.await(PAUSE_AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    return RecordClients.consumer(
        connection,
        settings.group(),
        Map.of(
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
            List.of(CooperativeStickyAssignor.class.getName())));
  }

  /** Ends after the calls that are under way, or without them if they take too long. */
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(LONGEST_CLOSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
