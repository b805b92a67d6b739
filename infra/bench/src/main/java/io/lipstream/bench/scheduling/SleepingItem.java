package io.lipstream.bench.scheduling;

import io.lipstream.batching.BatchItem;
import io.lipstream.batching.BatchKey;
import io.lipstream.batching.DropReason;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.Segment;
import java.util.List;
import java.util.Optional;
import org.apache.flink.streaming.api.functions.async.ResultFuture;

/**
 * A segment on the real clock; the first of a batch has the batch's time as its result, the others
 * have 0.
 */
record SleepingItem(Segment segment, long enqueuedAtNanos, ResultFuture<Long> result)
    implements BatchItem<Long> {
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
  public void completed(Long busyNanos, int index) {
    result.complete(List.of(index == 0 ? busyNanos : 0L));
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
