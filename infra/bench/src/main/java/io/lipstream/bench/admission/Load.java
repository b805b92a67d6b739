package io.lipstream.bench.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.event.Request;
import io.lipstream.registry.EventSerializer;
import io.lipstream.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends records to a topic and waits until as many have been committed on another. */
final class Load implements AutoCloseable {
  private static final int TENANTS = 100;
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final EventSerializer<Request> serializer;

  Load(String bootstrapServers, String registry) {
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "linger.ms", 5),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "isolation.level",
                "read_committed",
                "max.poll.records",
                10_000),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    serializer = new EventSerializer<>(registry, Request.class);
  }

  /** A request as it stands on the wire, and the id of its job as its key. */
  record Keyed(byte[] key, byte[] value) {
    Keyed withoutKey() {
      return new Keyed(null, value);
    }
  }

  /** Requests, all different. */
  List<Keyed> requests(String round, int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                Request.newBuilder()
                    .setRequestId("round %s request %d".formatted(round, i))
                    .setTenant("tenant-" + i % TENANTS)
                    .setImageUri("s3://lipstream-assets/portraits/%d.jpg".formatted(i))
                    .setAudioUri("s3://lipstream-assets/voices/%d.wav".formatted(i))
                    .setMinResolution(768)
                    .setDuration(12.5)
                    .build())
        .map(
            request ->
                new Keyed(
                    RequestIdentity.of(request).jobId().getBytes(UTF_8),
                    serializer.serialize(Topic.REQUESTS.topicName(), request)))
        .toList();
  }

  /** Records a second from the first one sent to the last one read. */
  double perSecond(List<Keyed> records, String to, String from) {
    List<TopicPartition> partitions = assigned(from);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
    long start = System.nanoTime();
    List<Future<RecordMetadata>> sent =
        records.stream()
            .map(record -> producer.send(new ProducerRecord<>(to, record.key(), record.value())))
            .toList();
    for (int read = 0; read < records.size(); ) {
      read += consumer.poll(PAUSE).count();
    }
    long end = System.nanoTime();
    sent.forEach(Load::check);
    return records.size() / ((end - start) / 1e9);
  }

  /** What admission has written of a request, after it has admitted some. */
  Written written() {
    return new Written(
        firstSize("lipstream-ingest-ledger-rows-changelog"),
        firstSize(Topic.JOBS_BULK.topicName()),
        firstSize(Topic.PROGRESS.topicName()));
  }

  private int firstSize(String topic) {
    consumer.seekToBeginning(assigned(topic));
    for (long end = System.nanoTime() + LONGEST_WAIT.toNanos(); System.nanoTime() < end; ) {
      for (var record : consumer.poll(PAUSE)) {
        return record.value().length;
      }
    }
    throw new IllegalStateException("nothing stands on " + topic);
  }

  /** All partitions of a topic, from which the consumer reads from now on. */
  private List<TopicPartition> assigned(String topic) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    consumer.assign(partitions);
    return partitions;
  }

  private static void check(Future<RecordMetadata> sent) {
    try {
      sent.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("a record was not sent", e);
    }
  }

  @Override
  public void close() {
    producer.close();
    consumer.close();
  }
}
