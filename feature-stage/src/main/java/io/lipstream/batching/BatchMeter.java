package io.lipstream.batching;

import java.time.Duration;

/**
 * Is told what the batcher does, on its threads; must not block. Every method does nothing unless
 * it is overridden.
 */
public interface BatchMeter {
  /** Hears nothing. */
  BatchMeter NONE = new BatchMeter() {};

  /**
   * A batch was closed.
   *
   * @param waited how long its oldest item had waited
   */
  default void closed(Batch<?> batch, Duration waited) {}

  default void packed(Duration time) {}

  default void ran(Duration time) {}

  default void dropped(DropReason reason) {}

  /**
   * A batch that is about to run holds so many portraits.
   *
   * @param places that its plan has for portraits
   * @param copied portraits that were not in their place before
   */
  default void portraits(int portraits, int places, int copied) {}

  /** The engine had no memory for a batch of that size, which comes again in halves. */
  default void halved(int size) {}

  /** A batch failed; its items come again one by one. */
  default void retriedAlone(int items) {}
}
