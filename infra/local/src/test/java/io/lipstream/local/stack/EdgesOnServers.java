package io.lipstream.local.stack;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.registry.SchemaRegistration;
import io.lipstream.storage.ObjectStore;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.S3Settings;
import io.lipstream.topic.Topic;
import io.lipstream.topic.TopicCreation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A real broker with all topics, a real object store that can be down, and a registry in memory.
 */
final class EdgesOnServers implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(60);

  private final Path folder;
  private final String registry;
  private final EmbeddedBroker broker;
  private final KafkaProducer<byte[], byte[]> producer;
  private final int s3Port;
  private EmbeddedShelf shelf;

  private EdgesOnServers(Path folder, String registry, List<Integer> ports) {
    this.folder = folder;
    this.registry = registry;
    broker = EmbeddedBroker.start(folder.resolve("kafka"), ports.get(0), ports.get(1));
    s3Port = ports.get(2);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      TopicCreation.ensure(admin, (short) 1);
    }
    SchemaRegistration.register(registry);
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Starts the broker; the object store is still down. */
  static EdgesOnServers start(Path folder, String name) {
    return new EdgesOnServers(folder, "mock://" + name, Loopback.ports(List.of(0, 0, 0)));
  }

  void startShelf() {
    shelf = EmbeddedShelf.start(folder.resolve("s3"), s3Port);
  }

  KafkaConnection connection() {
    return KafkaConnection.plain(broker.bootstrapServers(), registry);
  }

  /** A client of the object store, whether that is up or down. */
  ObjectStore store() {
    return S3ObjectStore.open(
        new S3Settings(
            "http://%s:%d".formatted(Loopback.HOST, s3Port),
            EmbeddedShelf.REGION,
            EmbeddedShelf.ACCESS_KEY,
            EmbeddedShelf.SECRET_KEY,
            true,
            EmbeddedShelf.WORK));
  }

  void produce(Topic topic, byte[] key, byte[] value) throws Exception {
    producer.send(new ProducerRecord<>(topic.topicName(), key, value)).get();
  }

  /** The committed records that a topic holds now. */
  List<ConsumerRecord<byte[], byte[]>> records(Topic topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    List<TopicPartition> partitions =
        IntStream.range(0, topic.partitions())
            .mapToObj(number -> new TopicPartition(topic.topicName(), number))
            .toList();
    try (var consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "isolation.level",
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long limit = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > limit) {
        throw new AssertionError("not within " + LIMIT + ": " + what);
      }
      Thread.sleep(50);
    }
  }

  @Override
  public void close() {
    producer.close();
    if (shelf != null) {
      shelf.close();
    }
    broker.close();
  }
}
