package io.lipstream.bench.scheduling;

import io.lipstream.batching.BatchItem;
import io.lipstream.batching.BatchKey;
import io.lipstream.batching.DropReason;
import java.util.Optional;

/** A window of a simulated clip, as the product's batch queue takes it. */
final class SimulatedItem implements BatchItem<Void> {
  private final SimulatedClip clip;
  private final BatchKey key;
  private final int frames;
  private final long releasedAt;
  private long enqueuedAt;

  SimulatedItem(SimulatedClip clip, BatchKey key, int frames, long releasedAt) {
    this.clip = clip;
    this.key = key;
    this.frames = frames;
    this.releasedAt = releasedAt;
  }

  SimulatedClip clip() {
    return clip;
  }

  long releasedAt() {
    return releasedAt;
  }

  long cost() {
    return frames * key.frameCost();
  }

  void enqueued(long now) {
    enqueuedAt = now;
  }

  @Override
  public BatchKey key() {
    return key;
  }

  @Override
  public int frames() {
    return frames;
  }

  @Override
  public long enqueuedAtNanos() {
    return enqueuedAt;
  }

  @Override
  public boolean urgent() {
    return clip.urgent();
  }

  @Override
  public Optional<DropReason> unwanted(long nowNanos) {
    return Optional.empty();
  }

  @Override
  public void completed(Void result, int index) {
    throw new IllegalStateException("the simulated worker ends its items itself");
  }

  @Override
  public void failed(RuntimeException failure) {
    throw new IllegalStateException("no item of a simulated worker fails", failure);
  }

  @Override
  public void dropped(DropReason reason) {
    throw new IllegalStateException("no item of a simulated worker is dropped: " + reason);
  }
}
