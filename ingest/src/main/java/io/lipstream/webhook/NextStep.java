package io.lipstream.webhook;

/** What is done about a callback after a call. */
sealed interface NextStep {
  /** The receiver has it. */
  record Settle() implements NextStep {}

  /**
   * It is tried again.
   *
   * @param at milliseconds since 1970 UTC
   */
  record Retry(long at, String reason) implements NextStep {}

  /** Nobody will have it. */
  record GiveUp(String reason) implements NextStep {}
}
