package io.lipstream.removal;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.consumption.RecordLoop;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Removal;
import io.lipstream.registry.EventDeserializer;
import io.lipstream.storage.ObjectStore;
import io.lipstream.topic.Topic;
import java.util.List;

/**
 * Carries out the removals of lipstream.removals, each at least once and again while the store is
 * down. Start and close from one thread.
 */
public final class RemovalConsumer implements AutoCloseable {
  private final RecordLoop loop;

  private RemovalConsumer(RecordLoop loop) {
    this.loop = loop;
  }

  /** Starts it; the store stays the caller's. */
  public static RemovalConsumer start(
      RemovalSettings settings, KafkaConnection connection, ObjectStore store) {
    ShelfRemoval shelf = new ShelfRemoval(store);
    EventDeserializer<Removal> removals =
        new EventDeserializer<>(connection.registryUrl(), Removal.class);
    return new RemovalConsumer(
        RecordLoop.start(
            settings.group(),
            Topic.REMOVALS,
            connection,
            record -> {
              Removal removal = removals.deserialize(record.topic(), record.value());
              if (removal == null) {
                throw new LipstreamException(
                    ErrorCode.UNREADABLE_RECORD,
                    "a record of %s has no value".formatted(record.topic()));
              }
              shelf.carryOut(removal);
              return List.of();
            },
            settings.patience()));
  }

  @Override
  public void close() {
    loop.close();
  }
}
