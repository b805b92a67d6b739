package io.lipstream.bench.scheduling;

import java.util.Locale;

/** The reports' words for the model. */
final class DeviceText {
  private DeviceText() {}

  static String of(SimulatedDevice device) {
    return String.format(
        Locale.ROOT,
        "The device is a model on virtual time, the rings, the batch queue and the device memory"
            + " are the product's own, and the dispatch between them is a model again: the worker"
            + " that holds fewest segments gets the next one, and holds two of the largest batches"
            + " at most. A run takes %.2f ms and %.2f ms for each window of 25 frames of 512x512 in"
            + " 25 steps, in proportion to frames, pixels and steps; its memory is %d MiB and %d MiB"
            + " a window, of %d MiB. So s(4)/4 = s(1)/1.35, the 50th request of a naive server"
            + " fills the memory, and single runs give 4.8 requests a second. Published figures"
            + " contradict each other in absolute terms: what is reproduced is the shape.",
        device.launchNanos() / 1e6,
        device.windowNanos() / 1e6,
        device.weightBytes() >> 20,
        device.windowBytes() >> 20,
        device.memoryBytes() >> 20);
  }
}
