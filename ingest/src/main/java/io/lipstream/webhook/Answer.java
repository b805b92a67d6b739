package io.lipstream.webhook;

import java.time.Duration;
import java.util.Optional;

/** What became of one call of a receiver. */
sealed interface Answer {
  /**
   * The receiver answered.
   *
   * @param status HTTP status
   * @param retryAfter how long it asks to be left alone
   */
  record Status(int status, Optional<Duration> retryAfter) implements Answer {}

  /** The receiver could not be reached, or did not answer in time. */
  record Unreachable(String reason) implements Answer {}

  /** The receiver may not be called. */
  record Forbidden(String reason) implements Answer {}
}
