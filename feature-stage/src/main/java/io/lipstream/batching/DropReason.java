package io.lipstream.batching;

/** Why an item was not given to the engine. */
public enum DropReason {
  /** Its job's deadline has passed. */
  DEADLINE,
  /** Its job was cancelled or has ended. */
  CANCELLED,
  /** The worker stops. */
  CLOSED
}
