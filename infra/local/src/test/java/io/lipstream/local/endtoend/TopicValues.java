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

/** What stands on a topic so far. */
final class TopicValues {
  private TopicValues() {}

  static List<byte[]> of(KafkaConnection connection, Topic topic) {
    Properties properties = connection.clientProperties();
    properties.setProperty("isolation.level", "read_committed");
    List<TopicPartition> partitions =
        IntStream.range(0, topic.partitions())
            .mapToObj(number -> new TopicPartition(topic.topicName(), number))
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
