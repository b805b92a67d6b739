package io.lipstream.rendering;

import io.lipstream.batching.BatchLimits;
import io.lipstream.batching.BatchMeter;
import io.lipstream.batching.DeviceMemory;
import io.lipstream.batching.MicroBatcher;
import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.inference.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The one way of a worker's frames to its engine: all renderers of a subtask hand their frames to
 * it, and it runs them in batches. Thread-safe.
 */
public final class FrameBatcher implements AutoCloseable {
  private final Network network;
  private final DeviceMemory memory;
  private final MicroBatcher<FrameItem, PackedFrames, FrameBatch> batcher;
  private final RegionFitting fitting;
  private final Optional<BatchTuning> tuning;
  private final int ahead;

  /**
   * Opens the bundle's renderer and warms it up: for every plan where the engine runs plans, and
   * for the sizes that the settings name.
   *
   * @throws io.lipstream.error.LipstreamException CONFIGURATION_INVALID if the engine runs plans
   *     and one of them has not been built
   */
  public FrameBatcher(Bundle bundle, Engine engine, BatchingSettings settings, BatchMeter meter) {
    BatchLimits limits =
        BatchingSettings.limitsFor(engine.hasGraphicsProcessor(), settings.limits());
    if (engine.hasFixedShapes()) {
      engine.requirePlans(bundle, FaceRenderer.GRAPH, settings.plannedShapes());
    }
    this.fitting =
        engine.hasFixedShapes()
            ? new RegionFitting(settings.planSides(), true)
            : new RegionFitting(bundle.manifest().regionSides());
    this.network = engine.open(bundle, FaceRenderer.GRAPH);
    this.memory =
        new DeviceMemory(
            settings
                .memoryBytes()
                .orElseGet(() -> engine.freeDeviceMemory().orElse(Long.MAX_VALUE)));
    this.ahead = 2 * limits.largest();
    GraphEngine graph = new GraphEngine(network, limits.sizes(), engine::deviceMemory, meter);
    List<FieldGrid> grids = new ArrayList<>(settings.warmUps());
    grids.addAll(engine.hasFixedShapes() ? settings.plannedGrids() : List.of());
    try {
      new WarmUp(graph, memory, meter).run(bundle.digest(), grids, limits.sizes());
    } catch (RuntimeException | Error e) {
      network.close();
      throw e;
    }
    this.batcher =
        new MicroBatcher<>(
            "render", 2 * limits.largest(), limits, memory, graph, meter, System::nanoTime);
    try {
      this.tuning =
          settings
              .tuningFile()
              .map(
                  file ->
                      new BatchTuning(
                          file,
                          limits,
                          changed ->
                              batcher.limits(
                                  BatchingSettings.limitsFor(
                                      engine.hasGraphicsProcessor(), changed))));
    } catch (RuntimeException e) {
      batcher.close();
      network.close();
      throw e;
    }
  }

  /** Most bytes outside the heap that batches of several portraits take beside the scenes. */
  public static long stackBytes(BatchingSettings settings) {
    int largest = settings.limits().largest();
    return largest == 1 ? 0 : MapStacks.MOST * GraphMaps.MOST_SHARED * largest;
  }

  /** Frames that wait for the engine. */
  public int waiting() {
    return batcher.waiting();
  }

  /** Largest peak of device memory of a run so far, bytes; 0 where the device does not tell. */
  public long peakMemory() {
    return memory.peak();
  }

  /** Regions of the shapes that the engine takes. */
  RegionFitting fitting() {
    return fitting;
  }

  void submit(FrameItem item) throws InterruptedException {
    batcher.submit(item);
  }

  /** Frames that a renderer hands over before it waits for the first of them. */
  int ahead() {
    return ahead;
  }

  @Override
  public void close() {
    tuning.ifPresent(BatchTuning::close);
    batcher.close();
    network.close();
  }
}
