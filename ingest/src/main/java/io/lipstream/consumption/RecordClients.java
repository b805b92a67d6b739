package io.lipstream.consumption;

import io.lipstream.connection.KafkaConnection;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka's clients for records as bytes, as everything beside the topology uses them. */
public final class RecordClients {
  private RecordClients() {}

  /** A consumer of committed records that commits nothing by itself, with more settings. */
  public static KafkaConsumer<byte[], byte[]> consumer(
      KafkaConnection connection, String group, Map<String, Object> more) {
    Properties properties = connection.clientProperties();
    properties.setProperty(ConsumerConfig.GROUP_ID_CONFIG, group);
    properties.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    properties.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.putAll(more);
    return new KafkaConsumer<>(
        properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** A producer that waits for all replicas. */
  public static KafkaProducer<byte[], byte[]> producer(KafkaConnection connection) {
    Properties properties = connection.clientProperties();
    properties.setProperty(ProducerConfig.ACKS_CONFIG, "all");
    return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
