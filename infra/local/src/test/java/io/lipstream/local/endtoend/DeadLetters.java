package io.lipstream.local.endtoend;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What was put aside so far. */
final class DeadLetters {
  private DeadLetters() {}

  static List<byte[]> values(KafkaConnection connection) {
    Properties properties = connection.clientProperties();
    properties.setProperty("isolation.level", "read_committed");
    List<TopicPartition> partitions =
        IntStream.range(0, Topic.DEAD_LETTERS.partitions())
            .mapToObj(number -> new TopicPartition(Topic.DEAD_LETTERS.topicName(), number))
            .toList();
    List<byte[]> values = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      for (int i = 0; i < 10; i++) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(300))) {
          values.add(record.value());
        }
      }
    }
    return values;
  }
}
