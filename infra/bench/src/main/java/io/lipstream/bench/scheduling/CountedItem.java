package io.lipstream.bench.scheduling;

import io.lipstream.batching.BatchItem;
import io.lipstream.batching.BatchKey;
import io.lipstream.batching.DropReason;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A frame of which only the end is of interest. */
record CountedItem(BatchKey key, boolean urgent, long enqueuedAtNanos, AtomicLong completed)
    implements BatchItem<Integer> {
  @Override
  public int frames() {
    return 1;
  }

  @Override
  public Optional<DropReason> unwanted(long nowNanos) {
    return Optional.empty();
  }

  @Override
  public void completed(Integer result, int index) {
    completed.incrementAndGet();
  }

  @Override
  public void failed(RuntimeException failure) {
    throw new IllegalStateException("an engine that does nothing failed", failure);
  }

  @Override
  public void dropped(DropReason reason) {
    throw new IllegalStateException("dropped: " + reason);
  }
}
