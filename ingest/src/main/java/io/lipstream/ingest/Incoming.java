package io.lipstream.ingest;

/** What the ledger is told, as bytes of the public topic that it came from. */
sealed interface Incoming {
  byte[] bytes();

  record OfRequest(byte[] bytes) implements Incoming {}

  record OfOutcome(byte[] bytes) implements Incoming {}
}
