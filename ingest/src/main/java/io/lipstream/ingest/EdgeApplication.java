package io.lipstream.ingest;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.notification.NotificationConsumer;
import io.lipstream.removal.RemovalConsumer;
import io.lipstream.storage.ObjectStore;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.webhook.WebhookConsumer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What ingest does beside its topology, at least once and from Kafka's topics alone, so that any
 * instance may do it: objects off the shelf, events to webhooks, notifications in. Start and close
 * from one thread.
 */
public final class EdgeApplication implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EdgeApplication.class);

  private final Deque<AutoCloseable> started = new ArrayDeque<>();

  private EdgeApplication() {}

  /** Starts all; connections are made in the background. */
  public static EdgeApplication start(EdgeSettings settings, KafkaConnection connection) {
    EdgeApplication edges = new EdgeApplication();
    try {
      ObjectStore store = edges.keep(S3ObjectStore.open(settings.s3()));
      edges.keep(RemovalConsumer.start(settings.removal(), connection, store));
      edges.keep(WebhookConsumer.start(settings.webhook(), connection));
      edges.keep(NotificationConsumer.start(settings.notification(), connection, store));
      return edges;
    } catch (RuntimeException e) {
      edges.close();
      throw e;
    }
  }

  private <T extends AutoCloseable> T keep(T part) {
    started.push(part);
    return part;
  }

  @Override
  public void close() {
    while (!started.isEmpty()) {
      AutoCloseable part = started.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} did not close in order", part.getClass().getSimpleName(), e);
      }
    }
  }
}
