package io.lipstream.ingest;

/** What the ledger is told, as bytes of the public topic that it came from. */
sealed interface Incoming {
  byte[] bytes();

  /**
   * A request.
   *
   * @param retryAt when it may come again if its tenant is beyond the quota, milliseconds since
   *     1970 UTC; 0 if it is not
   */
  record OfRequest(byte[] bytes, long retryAt) implements Incoming {}

  record OfCommand(byte[] bytes) implements Incoming {}

  record OfOutcome(byte[] bytes) implements Incoming {}
}
