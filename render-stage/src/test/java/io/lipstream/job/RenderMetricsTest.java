package io.lipstream.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.batching.DropReason;
import io.lipstream.error.LipstreamException;
import io.lipstream.motion.MotionTrack;
import io.lipstream.rendering.FaceRenderer;
import io.lipstream.rendering.Motions;
import io.lipstream.rendering.Portraits;
import io.lipstream.rendering.RenderDemand;
import io.lipstream.rendering.Scene;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is told where no batcher is: on the processor. */
final class RenderMetricsTest {
  private static final MotionTrack MOTION = Motions.speech(6);

  private final KeptMetrics kept = new KeptMetrics();
  private final RenderMetrics metrics = new RenderMetrics(kept);

  @Test
  void framesOfTheProcessorTellTheirTime() {
    render(RenderDemand.PATIENT);

    assertThat(kept.value("lipstream_engine_busy_us")).isPositive();
    assertThat(kept.value("lipstream_dropped_cancelled")).isZero();
  }

  @Test
  void framesThatTheProcessorNeedNotMakeAreCountedByReason() {
    AtomicInteger asked = new AtomicInteger();
    RenderDemand twoFrames =
        new RenderDemand(
            false,
            () ->
                asked.incrementAndGet() > 2 ? Optional.of(DropReason.DEADLINE) : Optional.empty());

    assertThatThrownBy(() -> render(twoFrames)).isInstanceOf(LipstreamException.class);

    assertThat(kept.value("lipstream_dropped_deadline")).isEqualTo(4);
    assertThat(kept.value("lipstream_dropped_cancelled")).isZero();
  }

  @Test
  void whatIsEncodedIsCountedWithItsTime() {
    metrics.encoded(Duration.ofMillis(2));
    metrics.encoded(Duration.ofMillis(3));

    assertThat(kept.value("lipstream_frames")).isEqualTo(2);
    assertThat(kept.value("lipstream_encode_us")).isEqualTo(5_000);
  }

  private void render(RenderDemand demand) {
    try (FaceRenderer renderer =
        new FaceRenderer(Portraits.BUNDLE, Portraits.ENGINE, Optional.empty(), metrics)) {
      Scene scene = renderer.prepare(Portraits.astronautFace(128));
      renderer.render(scene, MOTION, demand, frame -> {});
    }
  }
}
