package io.lipstream.batching;

import io.lipstream.inference.OutOfDeviceMemory;
import java.util.OptionalLong;

/**
 * What runs batches. {@link #pack} is called on the duty-cycle thread while {@link #run} is busy
 * with the batch before on the engine's thread, and on that thread if the engine had nothing to do;
 * never twice at the same time. A batch that has grown since is packed again, and what was packed
 * before is let go.
 *
 * @param <T> items
 * @param <P> a batch that is ready to run
 * @param <R> what a run gives
 */
public interface BatchEngine<T extends BatchItem<?>, P, R> {
  /** Lays a batch out for the engine, filled up to its size. */
  P pack(Batch<T> batch);

  /**
   * Runs a batch.
   *
   * @throws OutOfDeviceMemory if the device has no memory for it
   */
  R run(P packed);

  /**
   * What was packed is used no more: it has run, or it was let go. Called once for each, on any of
   * the batcher's threads, and must not block.
   */
  default void release(P packed) {}

  /** How many portraits' maps a run takes, on which its memory depends beside its size. */
  default int portraits(P packed) {
    return 1;
  }

  /** Bytes in use on the device now, by whomever, where it tells. */
  default OptionalLong usedBytes() {
    return OptionalLong.empty();
  }
}
