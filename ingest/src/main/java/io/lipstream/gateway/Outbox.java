package io.lipstream.gateway;

import io.lipstream.event.Command;
import io.lipstream.event.Request;
import java.util.concurrent.CompletableFuture;

/**
 * Hands events to the topology. Thread-safe. A future ends when the event is safe on every replica
 * in sync, or with a {@link Refusal} SERVICE_UNAVAILABLE.
 */
interface Outbox {
  CompletableFuture<Void> send(Request request);

  CompletableFuture<Void> send(Command command);
}
