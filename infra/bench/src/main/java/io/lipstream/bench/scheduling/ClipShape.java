package io.lipstream.bench.scheduling;

import io.lipstream.batching.BatchKey;

/**
 * What a clip asks of a device.
 *
 * @param frames of the whole clip
 * @param width pixels of the region that is rendered
 * @param height pixels of the region that is rendered
 * @param steps inference steps of a window
 */
record ClipShape(int frames, int width, int height, int steps) {
  /** Frames of the unit that is batched: a window of one second. */
  static final int WINDOW_FRAMES = 25;

  static ClipShape seconds(int seconds, int side) {
    return new ClipShape(seconds * WINDOW_FRAMES, side, side, SimulatedDevice.REFERENCE_STEPS);
  }

  int windows() {
    return (frames + WINDOW_FRAMES - 1) / WINDOW_FRAMES;
  }

  int pixels() {
    return width * height;
  }

  BatchKey key() {
    return new BatchKey("simulated", width, height, steps, 1, "");
  }

  ClipShape longer(int times) {
    return new ClipShape(times * frames, width, height, steps);
  }
}
