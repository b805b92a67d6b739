package io.lipstream.notification;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.consumption.RecordLoop;
import io.lipstream.event.Completion;
import io.lipstream.event.Request;
import io.lipstream.registry.EventDeserializer;
import io.lipstream.registry.EventSerializer;
import io.lipstream.storage.ObjectStore;
import io.lipstream.topic.Topic;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts jobs for objects that lipstream.s3-notifications announces, and announces finished videos
 * on lipstream.s3-events, each where it is configured and each at least once. Start and close from
 * one thread.
 */
public final class NotificationConsumer implements AutoCloseable {
  private final List<RecordLoop> loops = new ArrayList<>();

  private NotificationConsumer() {}

  /** Starts it; the store stays the caller's. */
  public static NotificationConsumer start(
      NotificationSettings settings, KafkaConnection connection, ObjectStore store) {
    NotificationConsumer consumer = new NotificationConsumer();
    Buckets buckets = new Buckets(settings.buckets());
    if (!buckets.isEmpty()) {
      consumer.loops.add(
          RecordLoop.start(
              settings.group(),
              Topic.S3_NOTIFICATIONS,
              connection,
              new NotificationHandler(
                  buckets,
                  new Intake(store),
                  new EventSerializer<>(connection.registryUrl(), Request.class)),
              settings.patience()));
    }
    if (settings.announceVideos()) {
      consumer.loops.add(
          RecordLoop.start(
              settings.group() + "-videos",
              Topic.COMPLETIONS,
              connection,
              new VideoAnnouncer(
                  store, new EventDeserializer<>(connection.registryUrl(), Completion.class)),
              settings.patience()));
    }
    return consumer;
  }

  @Override
  public void close() {
    loops.forEach(RecordLoop::close);
  }
}
