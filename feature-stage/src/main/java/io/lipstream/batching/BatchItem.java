package io.lipstream.batching;

import java.util.Optional;

/**
 * A unit of work as the bundle declares it: a frame, or a window of frames. Every item that the
 * batcher took ends in exactly one of {@link #completed}, {@link #failed} and {@link #dropped}. The
 * endings are called on the batcher's threads and must not block.
 *
 * @param <R> what a run of the engine gives for a whole batch
 */
public interface BatchItem<R> {
  BatchKey key();

  /** Frames in the item, at least 1. */
  int frames();

  /** When the item was handed to the batcher, on its clock. */
  long enqueuedAtNanos();

  /** Whether somebody waits for it: the interactive lane. */
  boolean urgent();

  /** Why the item need not be made any more, if so. */
  Optional<DropReason> unwanted(long nowNanos);

  /**
   * The engine has made the item.
   *
   * @param result of the whole batch
   * @param index of the item in it
   */
  void completed(R result, int index);

  void failed(RuntimeException failure);

  void dropped(DropReason reason);
}
