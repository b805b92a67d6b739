package io.lipstream.rendering;

import io.lipstream.batching.BatchItem;
import io.lipstream.batching.BatchKey;
import io.lipstream.batching.DropReason;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.motion.MotionTrack;
import io.lipstream.portrait.RgbImage;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * One frame on its way through the batcher. Who asked for it waits for it on a thread of its own.
 */
final class FrameItem implements BatchItem<FrameBatch> {
  private final Scene scene;
  private final MotionTrack motion;
  private final int frame;
  private final RenderDemand demand;
  private final long enqueuedAtNanos = System.nanoTime();
  private final CompletableFuture<Place> made = new CompletableFuture<>();
  private volatile boolean abandoned;

  private record Place(FrameBatch batch, int index) {}

  FrameItem(Scene scene, MotionTrack motion, int frame, RenderDemand demand) {
    this.scene = scene;
    this.motion = motion;
    this.frame = frame;
    this.demand = demand;
  }

  Scene scene() {
    return scene;
  }

  /** Writes what the frame's row of motion asks of the face and the head. */
  void write(float[] face, float[] head, int index) {
    FaceMotion.write(motion, frame, face, index * FaceCoefficient.COUNT);
    scene.sway().write(motion, frame, head, index * HeadSway.VALUES);
  }

  /**
   * Waits for the frame.
   *
   * @throws LipstreamException with the code of what kept it from being made
   */
  RgbImage await() throws InterruptedException {
    try {
      Place place = made.get();
      return place.batch().frame(scene, place.index());
    } catch (ExecutionException e) {
      throw LipstreamException.of(e.getCause());
    }
  }

  /** Nobody waits for the frame any more. */
  void abandon() {
    abandoned = true;
  }

  @Override
  public BatchKey key() {
    return scene.batchKey();
  }

  @Override
  public int frames() {
    return 1;
  }

  @Override
  public long enqueuedAtNanos() {
    return enqueuedAtNanos;
  }

  @Override
  public boolean urgent() {
    return demand.urgent();
  }

  @Override
  public Optional<DropReason> unwanted(long nowNanos) {
    return abandoned ? Optional.of(DropReason.CANCELLED) : demand.unwanted().get();
  }

  @Override
  public void completed(FrameBatch batch, int index) {
    made.complete(new Place(batch, index));
  }

  @Override
  public void failed(RuntimeException failure) {
    made.completeExceptionally(failure);
  }

  @Override
  public void dropped(DropReason reason) {
    made.completeExceptionally(failure(reason));
  }

  /** What a job ends with whose frames were not made. */
  static LipstreamException failure(DropReason reason) {
    return switch (reason) {
      case DEADLINE ->
          new LipstreamException(
              ErrorCode.DEADLINE_PASSED, "the deadline passed before the frames were made");
      case CANCELLED ->
          new LipstreamException(ErrorCode.CANCELLED, "the job ended before the frames were made");
      case CLOSED ->
          new LipstreamException(
              ErrorCode.ENGINE_FAILED, "the worker stopped before the frames were made");
    };
  }
}
