package io.lipstream.local.endtoend;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** What an object store would send, and what is sent in its place. */
final class ShelfNotifications {
  private ShelfNotifications() {}

  /** Says that an object was created. */
  static void send(KafkaConnection connection, String bucket, String encodedKey) throws Exception {
    String message =
        ("{\"Records\":[{\"eventVersion\":\"2.1\",\"eventSource\":\"aws:s3\",\"eventName\":"
                + "\"ObjectCreated:Put\",\"s3\":{\"bucket\":{\"name\":\"%s\"},\"object\":{\"key\":\"%s\"}}}]}")
            .formatted(bucket, encodedKey);
    try (var producer =
        new KafkaProducer<>(
            connection.clientProperties(), new StringSerializer(), new StringSerializer())) {
      producer.send(new ProducerRecord<>(Topic.S3_NOTIFICATIONS.topicName(), message)).get();
    }
  }

  /** Waits for the announcement of an object, by its key. */
  static String announcement(KafkaConnection connection, String key) {
    Properties properties = connection.clientProperties();
    List<TopicPartition> partitions =
        IntStream.range(0, Topic.S3_EVENTS.partitions())
            .mapToObj(number -> new TopicPartition(Topic.S3_EVENTS.topicName(), number))
            .toList();
    List<String> seen = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      for (int i = 0; i < 300; i++) {
        for (var record : consumer.poll(Duration.ofMillis(100))) {
          seen.add(record.key());
          if (key.equals(record.key())) {
            return record.value();
          }
        }
      }
    }
    throw new AssertionError("no announcement of " + key + " among " + seen);
  }
}
