package io.lipstream.webhook;

import io.lipstream.event.Callback;

/**
 * A callback as it stands in the log.
 *
 * @param key key of its records
 * @param host whom it goes to, lower case; empty for what is no URL
 * @param position where its newest record stands
 */
record Owed(String key, Callback callback, String host, Position position) {
  Owed(String key, Callback callback, Position position) {
    this(
        key,
        callback,
        Receiver.parse(callback.getUrl()).map(receiver -> receiver.host().name()).orElse(""),
        position);
  }

  String tenant() {
    return callback.getTenant();
  }

  /** Milliseconds since 1970 UTC. */
  long dueAt() {
    return callback.getNextAt().toEpochMilli();
  }

  /** Two are the same if they are the same record. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Owed owed && owed.position.equals(position);
  }

  @Override
  public int hashCode() {
    return position.hashCode();
  }
}
