package io.lipstream.rendering;

import io.lipstream.batching.BatchKey;
import io.lipstream.batching.BatchMeter;
import io.lipstream.batching.DeviceMemory;
import io.lipstream.inference.OutOfDeviceMemory;
import java.util.List;

/**
 * Runs shapes once before the first frame, from small to large, and measures what they take. A size
 * that the device has no memory for is remembered, and no batch of it is ever tried.
 */
record WarmUp(GraphEngine engine, DeviceMemory memory, BatchMeter meter) {
  void run(String bundleDigest, List<FieldGrid> grids, List<Integer> sizes) {
    for (FieldGrid grid : grids) {
      BatchKey key = Scene.batchKey(bundleDigest, grid.region(), "");
      for (int size : sizes) {
        if (size <= memory.ceiling(key)) {
          run(key, grid, size);
        }
      }
    }
  }

  private void run(BatchKey key, FieldGrid grid, int size) {
    try {
      memory.starting(key, engine::usedBytes);
      engine.warmUp(grid, size);
      memory.measured(key, size, engine.usedBytes());
    } catch (OutOfDeviceMemory e) {
      memory.exhausted(key, size);
      meter.halved(size);
    }
  }
}
