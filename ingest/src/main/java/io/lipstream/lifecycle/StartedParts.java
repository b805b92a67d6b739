package io.lipstream.lifecycle;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was started, to be closed in the opposite order. A part that does not close is told of in
 * the log, and the others are closed all the same. Thread-safe.
 */
public final class StartedParts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StartedParts.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  /** Keeps a part until the close. */
  public synchronized <T extends AutoCloseable> T keep(T part) {
    parts.push(part);
    return part;
  }

  @Override
  public synchronized void close() {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} did not close in order", part.getClass().getSimpleName(), e);
      }
    }
  }
}
