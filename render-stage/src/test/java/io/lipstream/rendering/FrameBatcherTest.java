package io.lipstream.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.batching.Batch;
import io.lipstream.batching.BatchKey;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Renderers that share a batcher, on the real graph with a device's failures before it. */
@Timeout(60)
final class FrameBatcherTest {
  private static final BatchingSettings SETTINGS =
      BatchingSettings.from(
          Settings.parse(BatchingSettings.SETTINGS, Map.of("render.batch-delay-ms", "50")));
  private static final MotionTrack MOTION = Motions.speech(12);

  /** Sizes of the runs of a grid: of each as many as it can have portraits, by plans. */
  private static final List<Integer> EVERY_SIZE = List.of(1, 2, 2, 4, 4, 4, 8, 8, 8, 8);

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
  void segmentsOfSeveralPortraitsShareBatches() throws InterruptedException {
    CountDownLatch gate = new CountDownLatch(1);
    ScarceEngine engine = new ScarceEngine(8, gate);
    List<Scene> scenes = IntStream.range(0, 4).mapToObj(Variants::scene).toList();
    List<List<RgbImage>> frames =
        scenes.stream().<List<RgbImage>>map(scene -> new CopyOnWriteArrayList<>()).toList();
    try (FrameBatcher batcher = new FrameBatcher(Portraits.BUNDLE, engine, SETTINGS, meter)) {
      List<Thread> renderers =
          IntStream.range(0, scenes.size())
              .mapToObj(i -> renderer(batcher, engine, scenes.get(i), frames.get(i)))
              .toList();
      while (batcher.waiting() < 8) {
        Thread.sleep(5);
      }
      gate.countDown();
      for (Thread renderer : renderers) {
        renderer.join();
      }
    }
    int alone = scenes.size() * (int) Math.ceil(MOTION.frames() / 8.0);
    assertThat(engine.sizes).contains(8).hasSizeLessThan(alone);
    assertThat(meter.runs).hasValue(engine.sizes.size());
    assertThat(meter.portraits).hasSize(engine.sizes.size()).anyMatch(count -> count > 1);
    for (int i = 0; i < scenes.size(); i++) {
      ScarceEngine same = new ScarceEngine(8, new CountDownLatch(0));
      assertAlike(frames.get(i), render(same, scenes.get(i), MOTION));
    }
    assertThat(Difference.of(frames.get(0).get(3), frames.get(1).get(3)).largest())
        .isGreaterThan(10);
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
      assertThat(engine.sizes)
          .containsExactlyElementsOf(
              Stream.of(EVERY_SIZE, EVERY_SIZE, EVERY_SIZE).flatMap(List::stream).toList());
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
  void framesOfOneGridAreCompatibleWhateverTheirPortrait() {
    BatchKey key = prepared().batchKey();
    assertThat(key.bundleDigest()).isEqualTo(Portraits.BUNDLE.digest());
    assertThat(key.cellSide()).isEqualTo(prepared().fields().grid().cellSide());
    assertThat(key).isEqualTo(prepared().batchKey()).isEqualTo(Variants.scene(1).batchKey());
    FieldGrid grid = new FieldGrid(new Region(0, 0, 256, 256), 4);
    FieldGrid finer = new FieldGrid(new Region(0, 0, 256, 256), 2);
    FieldGrid larger = new FieldGrid(new Region(0, 0, 384, 256), 4);
    assertThat(Scene.batchKey("digest", grid, ""))
        .isNotEqualTo(Scene.batchKey("digest", finer, ""))
        .isNotEqualTo(Scene.batchKey("digest", larger, ""))
        .isNotEqualTo(Scene.batchKey("another", grid, ""));
  }

  @Test
  void framesOfLargePortraitsAreCompatibleWithTheirOwnOnly() {
    assertThat(GraphMaps.shareRuns(new FieldGrid(new Region(0, 0, 512, 512), 4))).isTrue();
    assertThat(GraphMaps.shareRuns(new FieldGrid(new Region(0, 0, 768, 768), 4))).isFalse();
    Scene large = Variants.largeScene();
    assertThat(large.batchKey()).isNotEqualTo(Variants.largeScene().batchKey());
    assertThat(large.batchKey().portrait()).isNotEmpty();
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
          long[] face = inputs.get("face").shape();
          int size = (int) (face[0] * face[1]);
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
    private final AtomicInteger runs = new AtomicInteger();
    private final List<Integer> portraits = new CopyOnWriteArrayList<>();

    @Override
    public void ran(Duration time) {
      runs.incrementAndGet();
    }

    @Override
    public void portraits(int count, int places, int copied) {
      assertThat(count).isBetween(1, places);
      assertThat(copied).isBetween(0, count);
      portraits.add(count);
    }

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
