package io.lipstream.ingest;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.lifecycle.StartedParts;
import io.lipstream.notification.NotificationConsumer;
import io.lipstream.removal.RemovalConsumer;
import io.lipstream.storage.ObjectStore;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.webhook.WebhookConsumer;

/**
 * What ingest does beside its topology, at least once and from Kafka's topics alone, so that any
 * instance may do it: objects off the shelf, events to webhooks, notifications in. Start and close
 * from one thread.
 */
public final class EdgeApplication implements AutoCloseable {
  private final StartedParts started = new StartedParts();

  private EdgeApplication() {}

  /** Starts all; connections are made in the background. */
  public static EdgeApplication start(EdgeSettings settings, KafkaConnection connection) {
    EdgeApplication edges = new EdgeApplication();
    try {
      ObjectStore store = edges.started.keep(S3ObjectStore.open(settings.s3()));
      edges.started.keep(RemovalConsumer.start(settings.removal(), connection, store));
      edges.started.keep(WebhookConsumer.start(settings.webhook(), connection));
      edges.started.keep(NotificationConsumer.start(settings.notification(), connection, store));
      return edges;
    } catch (RuntimeException e) {
      edges.close();
      throw e;
    }
  }

  @Override
  public void close() {
    started.close();
  }
}
