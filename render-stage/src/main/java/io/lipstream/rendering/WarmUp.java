package io.lipstream.rendering;

import io.lipstream.batching.BatchKey;
import io.lipstream.batching.BatchMeter;
import io.lipstream.batching.DeviceMemory;
import io.lipstream.inference.OutOfDeviceMemory;
import java.util.List;

/**
 * Runs shapes once before the first frame, from small to large, and measures what they take: of a
 * size what most portraits take. A size that the device has no memory for with them is remembered,
 * and no batch of it is ever tried.
 */
record WarmUp(GraphEngine engine, DeviceMemory memory, BatchMeter meter) {
  void run(String bundleDigest, List<FieldGrid> grids, List<Integer> sizes) {
    for (FieldGrid grid : grids) {
      BatchKey key = Scene.batchKey(bundleDigest, grid, "");
      for (RunShape shape : RunShape.all(grid, sizes)) {
        if (shape.size() <= memory.ceiling(key)) {
          run(key, grid, shape);
        }
      }
    }
  }

  private void run(BatchKey key, FieldGrid grid, RunShape shape) {
    try {
      memory.starting(key, engine::usedBytes);
      engine.warmUp(grid, shape);
      memory.measured(key, shape.size(), shape.portraits(), engine.usedBytes());
    } catch (OutOfDeviceMemory e) {
      memory.exhausted(key, shape.size());
      meter.halved(shape.size());
    }
  }
}
