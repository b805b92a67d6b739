package io.lipstream.batching;

/** What closed a batch. */
public enum CloseReason {
  /** It has the largest size that the engine has a plan and memory for. */
  SIZE,
  /** One more item would cost too much. */
  COST,
  /** Its oldest item has waited for the whole delay. */
  DELAY,
  /** It is one item of a batch that failed. */
  RETRY
}
