package io.lipstream.notification;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.consumption.RecordHandler;
import io.lipstream.event.Completion;
import io.lipstream.storage.ListedObject;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectStore;
import io.lipstream.topic.Topic;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Deserializer;

/** Announces finished videos in the place of a store that sends no notifications. Thread-safe. */
final class VideoAnnouncer implements RecordHandler {
  private final ObjectStore store;
  private final Deserializer<Completion> completions;

  VideoAnnouncer(ObjectStore store, Deserializer<Completion> completions) {
    this.store = store;
    this.completions = completions;
  }

  @Override
  public List<ProducerRecord<byte[], byte[]>> handle(ConsumerRecord<byte[], byte[]> record) {
    Completion completion = completions.deserialize(record.topic(), record.value());
    if (completion == null || completion.getVideo() == null) {
      return List.of();
    }
    ObjectAddress video =
        new ObjectAddress(completion.getVideo().getBucket(), completion.getVideo().getKey());
    return List.of(
        new ProducerRecord<>(
            Topic.S3_EVENTS.topicName(),
            video.key().getBytes(UTF_8),
            ObjectCreatedJson.of(completion, entityTag(video))));
  }

  private Optional<String> entityTag(ObjectAddress video) {
    try (Stream<ListedObject> listed = store.list(video)) {
      return listed
          .limit(1)
          .filter(object -> object.address().equals(video))
          .map(ListedObject::entityTag)
          .findFirst();
    }
  }
}
