package io.lipstream.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.batching.Batch;
import io.lipstream.batching.BatchMeter;
import io.lipstream.batching.DropReason;
import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.engine.InputShapes;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.Network;
import io.lipstream.inference.OutOfDeviceMemory;
import io.lipstream.inference.Tensor;
import io.lipstream.motion.MotionTrack;
import io.lipstream.portrait.RgbImage;
import io.lipstream.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Renderers that share a batcher, on the real graph with a device's failures before it. */
@Timeout(60)
final class FrameBatcherTest {
  private static final BatchingSettings SETTINGS =
      BatchingSettings.from(
          Settings.parse(BatchingSettings.SETTINGS, Map.of("render.batch-delay-ms", "50")));
  private static final MotionTrack MOTION = Motions.speech(12);

  private final Meter meter = new Meter();

  @Test
  void aDeviceWithMemoryForTwoFramesMakesTheSameFrames() {
    ScarceEngine scarce = new ScarceEngine(2, new CountDownLatch(0));
    Scene scene = prepared();

    List<RgbImage> frames = render(scarce, scene, MOTION);

    assertAlike(frames, render(new ScarceEngine(8, new CountDownLatch(0)), scene, MOTION));
    assertThat(scarce.sizes).allMatch(size -> size <= 2);
    assertThat(meter.halvings.get()).isBetween(2, 4);
  }

  @Test
  void segmentsOfOnePortraitShareBatches() throws InterruptedException {
    CountDownLatch gate = new CountDownLatch(1);
    ScarceEngine engine = new ScarceEngine(8, gate);
    Scene scene = prepared();
    List<RgbImage> first = new CopyOnWriteArrayList<>();
    List<RgbImage> second = new CopyOnWriteArrayList<>();
    try (FrameBatcher batcher = new FrameBatcher(Portraits.BUNDLE, engine, SETTINGS, meter)) {
      Thread one = renderer(batcher, engine, scene, first);
      Thread other = renderer(batcher, engine, scene, second);
      while (batcher.waiting() < 8) {
        Thread.sleep(5);
      }
      gate.countDown();
      one.join();
      other.join();
    }
    assertAlike(first, second);
    assertThat(engine.sizes).containsExactly(8, 8, 8);
  }

  @Test
  void unwantedFramesNeverReachTheEngine() {
    ScarceEngine engine = new ScarceEngine(8, new CountDownLatch(0));
    RenderDemand cancelled = new RenderDemand(true, () -> Optional.of(DropReason.CANCELLED));
    try (FrameBatcher batcher = new FrameBatcher(Portraits.BUNDLE, engine, SETTINGS, meter);
        FaceRenderer renderer =
            new FaceRenderer(Portraits.BUNDLE, engine, Optional.of(batcher), FrameMeter.NONE)) {
      assertThatThrownBy(() -> renderer.render(prepared(), MOTION, cancelled, frame -> {}))
          .isInstanceOfSatisfying(
              LipstreamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }
    assertThat(engine.sizes).isEmpty();
    assertThat(meter.drops).contains(DropReason.CANCELLED);
  }

  @Test
  void theEngineIsWarmBeforeTheFirstFrame() {
    ScarceEngine engine = new ScarceEngine(8, new CountDownLatch(0));
    BatchingSettings warm =
        BatchingSettings.from(
            Settings.parse(BatchingSettings.SETTINGS, Map.of("render.warm-up-regions", "64x96")));
    try (FrameBatcher batcher = new FrameBatcher(Portraits.BUNDLE, engine, warm, meter)) {
      assertThat(batcher.waiting()).isZero();
      assertThat(engine.sizes).containsExactly(1, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8);
    }
  }

  @Test
  void anEngineOnPlansIsWarmForEveryPlan() {
    ScarceEngine engine = new ScarceEngine(8, new CountDownLatch(0));
    engine.fixedShapes = true;
    BatchingSettings planned =
        settings(Map.of("render.plan-sides", "64,96", "render.batch-sizes", "1,2"));
    try (FrameBatcher batcher = new FrameBatcher(Portraits.BUNDLE, engine, planned, meter)) {
      assertThat(batcher.waiting()).isZero();
      assertThat(engine.shapes).containsExactlyInAnyOrderElementsOf(planned.plannedShapes());
    }
  }

  @Test
  void whatTheDeviceHasNoMemoryForInTheWarmUpIsNotTriedAgain() {
    ScarceEngine engine = new ScarceEngine(2, new CountDownLatch(0));
    Scene scene = prepared();
    String region = "%dx%d".formatted(scene.whole().width(), scene.whole().height());
    BatchingSettings warm = settings(Map.of("render.warm-up-regions", region));
    try (FrameBatcher batcher = new FrameBatcher(Portraits.BUNDLE, engine, warm, meter);
        FaceRenderer renderer =
            new FaceRenderer(Portraits.BUNDLE, engine, Optional.of(batcher), FrameMeter.NONE)) {
      assertThat(engine.refused).hasValue(1);
      renderer.render(scene, MOTION, frame -> {});
    }
    assertThat(engine.refused).hasValue(1);
    assertThat(meter.halvings).hasValue(1);
  }

  @Test
  void aDeviceWithoutMemoryForOneFrameStillStarts() {
    ScarceEngine engine = new ScarceEngine(0, new CountDownLatch(0));
    BatchingSettings warm = settings(Map.of("render.warm-up-regions", "64x96"));
    try (FrameBatcher batcher = new FrameBatcher(Portraits.BUNDLE, engine, warm, meter)) {
      assertThat(batcher.waiting()).isZero();
    }
  }

  @Test
  void whatAWarmUpTakesOfTheDevicesFreeMemoryBoundsTheBatches() {
    ScarceEngine engine = new ScarceEngine(8, new CountDownLatch(0));
    engine.free = 1_000;
    engine.bytesAFrame = 300;
    Scene scene = prepared();
    String region = "%dx%d".formatted(scene.whole().width(), scene.whole().height());
    BatchingSettings warm = settings(Map.of("render.warm-up-regions", region));
    try (FrameBatcher batcher = new FrameBatcher(Portraits.BUNDLE, engine, warm, meter);
        FaceRenderer renderer =
            new FaceRenderer(Portraits.BUNDLE, engine, Optional.of(batcher), FrameMeter.NONE)) {
      renderer.render(scene, MOTION, frame -> {});
      assertThat(batcher.peakMemory()).isEqualTo(5_000 + 2 * 300);
    }
    assertThat(engine.sizes).contains(2).allMatch(size -> size <= 2);
  }

  @Test
  void aWarmUpThatFailsClosesTheNetwork() {
    ScarceEngine engine = new ScarceEngine(8, new CountDownLatch(0));
    engine.failure = new LipstreamException(ErrorCode.ENGINE_FAILED, "the driver is gone");
    BatchingSettings warm = settings(Map.of("render.warm-up-regions", "64x96"));
    assertThatThrownBy(() -> new FrameBatcher(Portraits.BUNDLE, engine, warm, meter))
        .isSameAs(engine.failure);
    assertThat(engine.closed).isTrue();
  }

  @Test
  void eightFramesOfTheLargestPlanFitABatch() {
    BatchingSettings settings = BatchingSettings.defaults();
    int side = settings.planSides().get(settings.planSides().size() - 1);
    assertThat(settings.limits().cost())
        .isGreaterThanOrEqualTo((long) settings.limits().largest() * side * side);
  }

  @Test
  void withoutAGpuABatchTakesNoMoreMemoryThanItEverDid() {
    BatchingSettings settings = BatchingSettings.defaults();
    assertThat(BatchingSettings.limitsFor(true, settings.limits())).isEqualTo(settings.limits());
    assertThat(BatchingSettings.limitsFor(false, settings.limits()).cost()).isEqualTo(1 << 20);
  }

  @Test
  void framesOfAnotherBundleOrPortraitAreNotCompatible() {
    Scene scene = prepared();
    assertThat(scene.batchKey().bundleDigest()).isEqualTo(Portraits.BUNDLE.digest());
    assertThat(scene.batchKey()).isNotEqualTo(prepared().batchKey());
  }

  @Test
  void settingsThatCannotBeAreRefused() {
    for (Map.Entry<String, String> wrong :
        Map.of(
                "render.batch-sizes", "2,4",
                "render.warm-up-regions", "64",
                "render.batch-cost", "0")
            .entrySet()) {
      assertThatThrownBy(
              () ->
                  BatchingSettings.from(
                      Settings.parse(
                          BatchingSettings.SETTINGS, Map.of(wrong.getKey(), wrong.getValue()))))
          .isInstanceOfSatisfying(
              LipstreamException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID));
    }
  }

  private static void assertAlike(List<RgbImage> frames, List<RgbImage> expected) {
    assertThat(frames).hasSize(MOTION.frames()).hasSameSizeAs(expected);
    for (int i = 0; i < frames.size(); i++) {
      assertThat(Difference.of(frames.get(i), expected.get(i)).largest()).isLessThanOrEqualTo(1);
    }
    assertThat(Difference.of(frames.get(3), frames.get(9)).largest()).isGreaterThan(10);
  }

  private List<RgbImage> render(Engine engine, Scene scene, MotionTrack motion) {
    List<RgbImage> frames = new ArrayList<>();
    try (FrameBatcher batcher = new FrameBatcher(Portraits.BUNDLE, engine, SETTINGS, meter);
        FaceRenderer renderer =
            new FaceRenderer(Portraits.BUNDLE, engine, Optional.of(batcher), FrameMeter.NONE)) {
      renderer.render(scene, motion, frames::add);
    }
    return frames;
  }

  private static Thread renderer(
      FrameBatcher batcher, Engine engine, Scene scene, List<RgbImage> frames) {
    Thread thread =
        new Thread(
            () -> {
              try (FaceRenderer renderer =
                  new FaceRenderer(
                      Portraits.BUNDLE, engine, Optional.of(batcher), FrameMeter.NONE)) {
                renderer.render(scene, MOTION, frames::add);
              }
            });
    thread.start();
    return thread;
  }

  private static BatchingSettings settings(Map<String, String> given) {
    return BatchingSettings.from(Settings.parse(BatchingSettings.SETTINGS, given));
  }

  private static Scene prepared() {
    try (FaceRenderer renderer = new FaceRenderer(Portraits.BUNDLE, Portraits.ENGINE)) {
      return renderer.prepare(Portraits.astronautFace(128));
    }
  }

  /** The real engine with memory for so many frames, whose first run waits for a gate. */
  private static final class ScarceEngine implements Engine {
    private final int room;
    private final CountDownLatch gate;
    private final List<Integer> sizes = new CopyOnWriteArrayList<>();
    private final List<InputShapes> shapes = new CopyOnWriteArrayList<>();
    private final AtomicInteger refused = new AtomicInteger();
    private boolean fixedShapes;
    private RuntimeException failure;
    private volatile boolean closed;
    private long free = -1;
    private long bytesAFrame;
    private volatile long largest;

    ScarceEngine(int room, CountDownLatch gate) {
      this.room = room;
      this.gate = gate;
    }

    @Override
    public String name() {
      return "scarce";
    }

    @Override
    public boolean hasGraphicsProcessor() {
      return true;
    }

    @Override
    public boolean hasFixedShapes() {
      return fixedShapes;
    }

    @Override
    public OptionalLong deviceMemory() {
      return free < 0 ? OptionalLong.empty() : OptionalLong.of(5_000 + largest * bytesAFrame);
    }

    @Override
    public OptionalLong freeDeviceMemory() {
      return free < 0 ? OptionalLong.empty() : OptionalLong.of(free);
    }

    @Override
    public Network open(Bundle bundle, String graph) {
      Network real = Portraits.ENGINE.open(bundle, graph);
      return new Network() {
        @Override
        public Map<String, Tensor> run(Map<String, Tensor> inputs) {
          int size = (int) inputs.get("face").shape()[0];
          if (failure != null) {
            throw failure;
          }
          if (size > room) {
            refused.incrementAndGet();
            throw new OutOfDeviceMemory("no memory for " + size, null);
          }
          sizes.add(size);
          shapes.add(InputShapes.of(inputs));
          largest = Math.max(largest, size);
          try {
            gate.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return real.run(inputs);
        }

        @Override
        public void close() {
          closed = true;
          real.close();
        }
      };
    }
  }

  private static final class Meter implements BatchMeter {
    private final AtomicInteger halvings = new AtomicInteger();
    private final List<DropReason> drops = new CopyOnWriteArrayList<>();

    @Override
    public void closed(Batch<?> batch, Duration waited) {
      assertThat(waited).isLessThan(Duration.ofSeconds(50));
    }

    @Override
    public void dropped(DropReason reason) {
      drops.add(reason);
    }

    @Override
    public void halved(int size) {
      halvings.incrementAndGet();
    }
  }
}
