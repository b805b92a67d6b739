package io.lipstream.local.client;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.event.Completion;
import io.lipstream.event.Progress;
import io.lipstream.registry.EventDeserializer;
import io.lipstream.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The progress and completion events of all jobs, committed ones only, in no order between
 * partitions. It belongs to no consumer group, so that it takes nothing from anybody. Use from one
 * thread.
 */
public final class EventFeed implements AutoCloseable {
  /** Where a feed begins. */
  enum Begin {
    OLDEST,
    NOW
  }

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<String, EventDeserializer<? extends SpecificRecord>> deserializers;
  private final Map<TopicPartition, Long> ends;

  private EventFeed(KafkaConnection connection, List<TopicPartition> partitions) {
    Properties properties = connection.clientProperties();
    properties.setProperty("isolation.level", "read_committed");
    this.consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    this.deserializers =
        Map.of(
            Topic.PROGRESS.topicName(),
            new EventDeserializer<>(connection.registryUrl(), Progress.class),
            Topic.COMPLETIONS.topicName(),
            new EventDeserializer<>(connection.registryUrl(), Completion.class));
    consumer.assign(partitions);
    this.ends = consumer.endOffsets(partitions);
  }

  /** A feed that misses nothing produced after this returns. */
  static EventFeed open(KafkaConnection connection, Begin begin) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (Topic topic : List.of(Topic.PROGRESS, Topic.COMPLETIONS)) {
      for (int partition = 0; partition < topic.partitions(); partition++) {
        partitions.add(new TopicPartition(topic.topicName(), partition));
      }
    }
    EventFeed feed = new EventFeed(connection, partitions);
    switch (begin) {
      case OLDEST -> feed.consumer.seekToBeginning(partitions);
      case NOW -> feed.ends.forEach(feed.consumer::seek);
    }
    return feed;
  }

  /** Events that came, {@link Progress} and {@link Completion}; waits so long for the first. */
  public List<SpecificRecord> poll(Duration limit) {
    List<SpecificRecord> events = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(limit)) {
      if (record.value() != null) {
        events.add(deserializers.get(record.topic()).deserialize(record.topic(), record.value()));
      }
    }
    return events;
  }

  /** Whether everything was seen that stood on the topics when the feed was opened. */
  public boolean reachedOpening() {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  @Override
  public void close() {
    consumer.close();
    deserializers.values().forEach(EventDeserializer::close);
  }
}
