package io.lipstream.bench.scheduling;

import io.lipstream.batching.Batch;
import io.lipstream.batching.BatchItem;
import io.lipstream.batching.BatchKey;
import io.lipstream.batching.DropReason;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.Segment;
import java.util.List;
import java.util.Optional;
import org.apache.flink.streaming.api.functions.async.ResultFuture;

/** A segment on the real clock; its result is its number in its clip. */
record SleepingItem(Segment segment, long enqueuedAtNanos, ResultFuture<Integer> result)
    implements BatchItem<Batch<SleepingItem>> {
  @Override
  public BatchKey key() {
    PreparedClip clip = segment.clip();
    int steps = clip.job().parameters().inferenceSteps();
    return new ClipShape(clip.frames(), clip.width(), clip.height(), steps).key();
  }

  @Override
  public int frames() {
    return segment.frames();
  }

  @Override
  public boolean urgent() {
    return false;
  }

  @Override
  public Optional<DropReason> unwanted(long nowNanos) {
    return Optional.empty();
  }

  @Override
  public void completed(Batch<SleepingItem> batch, int index) {
    result.complete(List.of(segment.index()));
  }

  @Override
  public void failed(RuntimeException failure) {
    result.completeExceptionally(failure);
  }

  @Override
  public void dropped(DropReason reason) {
    result.completeExceptionally(new IllegalStateException("dropped: " + reason));
  }
}
