package io.lipstream.engine;

import io.lipstream.inference.OutOfDeviceMemory;
import java.util.OptionalLong;

/** Looks for room on a device before native code does that cannot fail gently. */
final class DeviceRoom {
  private DeviceRoom() {}

  /**
   * @param free bytes that are free; nothing is refused where that is not known
   * @throws OutOfDeviceMemory if that is less than what is needed
   */
  static void require(OptionalLong free, long needed, String graph) {
    if (free.isPresent() && free.getAsLong() < needed) {
      String message =
          "the graph %s needs %d bytes on the GPU, of which %d are free"
              .formatted(graph, needed, free.getAsLong());
      throw new OutOfDeviceMemory(message, null);
    }
  }
}
