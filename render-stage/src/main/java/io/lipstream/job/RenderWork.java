package io.lipstream.job;

import io.lipstream.batching.DropReason;
import io.lipstream.bundle.Bundle;
import io.lipstream.encoding.PieceEncoder;
import io.lipstream.event.Lane;
import io.lipstream.motion.MotionFormat;
import io.lipstream.motion.MotionTrack;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.Piece;
import io.lipstream.pipeline.Segment;
import io.lipstream.rendering.FaceRenderer;
import io.lipstream.rendering.FrameSink;
import io.lipstream.rendering.RenderDemand;
import io.lipstream.stage.EndedJobs;
import io.lipstream.stage.StageWork;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.ObjectStore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes the piece of a segment: rows of motion to frames to a closed-GOP H.264 stream, which never
 * leaves the worker as frames. A piece that stands on the shelf already is not made again. One
 * thread at a time.
 */
final class RenderWork implements StageWork<Segment, Piece> {
  private static final ObjectDescription H264 = ObjectDescription.of("video/h264");

  private static final Optional<DropReason> CANCELLED = Optional.of(DropReason.CANCELLED);
  private static final Optional<DropReason> LATE = Optional.of(DropReason.DEADLINE);

  private final Bundle bundle;
  private final ObjectStore store;
  private final Function<Segment, EncodableScene> scenes;
  private final FaceRenderer renderer;
  private final PieceEncoder encoder;
  private final EndedJobs endedJobs;
  private final RenderMetrics metrics;

  RenderWork(
      Bundle bundle,
      ObjectStore store,
      Function<Segment, EncodableScene> scenes,
      FaceRenderer renderer,
      PieceEncoder encoder,
      EndedJobs endedJobs,
      RenderMetrics metrics) {
    this.encoder = encoder;
    this.endedJobs = endedJobs;
    this.metrics = metrics;
    this.bundle = bundle;
    this.store = store;
    this.scenes = scenes;
    this.renderer = renderer;
  }

  @Override
  public Piece apply(Segment segment) {
    long startedAt = System.nanoTime();
    BundlePin.check(segment.clip().job(), bundle);
    ObjectAddress address = ObjectAddress.parse(segment.pieceUri());
    store.ensure(address, () -> render(segment), H264);
    return new Piece(
        segment,
        renderer.name(),
        bundle.digest(),
        (System.nanoTime() - startedAt) / 1_000_000,
        System.currentTimeMillis());
  }

  private byte[] render(Segment segment) {
    EncodableScene scene = scenes.apply(segment);
    MotionTrack rows =
        MotionFormat.read(
            store.read(
                ObjectAddress.parse(segment.clip().motionUri()),
                MotionFormat.offset(segment.firstFrame()),
                segment.frames() * MotionFormat.ROW_BYTES));
    return encoder.encode(
        scene.still(),
        scene.scene().region(),
        segment.clip().job().parameters().fps(),
        frames ->
            renderer.render(scene.scene(), rows, demand(segment.clip().job()), timed(frames)));
  }

  private FrameSink timed(FrameSink encoder) {
    return frame -> {
      long startedAt = System.nanoTime();
      encoder.frame(frame);
      metrics.encoded(Duration.ofNanos(System.nanoTime() - startedAt));
    };
  }

  private RenderDemand demand(JobTicket job) {
    return new RenderDemand(
        job.lane().equals(Lane.INTERACTIVE.name()),
        () -> {
          if (endedJobs.contains(job.jobId())) {
            return CANCELLED;
          }
          return System.currentTimeMillis() > job.deadline() ? LATE : Optional.empty();
        });
  }

  @Override
  public void close() {
    renderer.close();
  }
}
