package io.lipstream.ingest;

import io.lipstream.event.Command;
import io.lipstream.event.Outcome;
import io.lipstream.event.Request;

/**
 * What the ledger is told, as bytes of the public topic that it came from, and as the event where
 * that was read on the way in this task.
 */
sealed interface Incoming {
  byte[] bytes();

  /**
   * A request.
   *
   * @param event null where it has yet to be read
   * @param retryAt when it may come again if its tenant is beyond the quota, milliseconds since
   *     1970 UTC; 0 if it is not
   */
  record OfRequest(byte[] bytes, Request event, long retryAt) implements Incoming {}

  /**
   * @param event null where it has yet to be read
   */
  record OfCommand(byte[] bytes, Command event) implements Incoming {}

  /**
   * @param event null where it has yet to be read
   */
  record OfOutcome(byte[] bytes, Outcome event) implements Incoming {}
}
