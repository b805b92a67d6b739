package io.lipstream.webhook;

/** Calls a receiver. */
@FunctionalInterface
interface Caller {
  /** Blocks until the receiver has answered or its time is over. */
  Answer call(Owed owed);
}
