package io.lipstream.engine;

import io.lipstream.bundle.Bundle;
import io.lipstream.inference.Network;
import java.util.List;
import java.util.OptionalLong;

/**
 * Runs the networks of bundles. Thread-safe; each network that it opens belongs to one thread at a
 * time. Opened by {@link Engines}.
 */
public interface Engine {
  /** Engine, device and precision, as they stand in completion events: OnnxRuntime/cuda(0). */
  String name();

  /** Whether networks run on a GPU. */
  boolean hasGraphicsProcessor();

  /**
   * Bytes of the device's memory that are in use now, by whomever; empty where there is no device
   * but the CPU, or it does not tell.
   */
  default OptionalLong deviceMemory() {
    return OptionalLong.empty();
  }

  /** Bytes of the device's memory that are free now; empty where {@link #deviceMemory} is. */
  default OptionalLong freeDeviceMemory() {
    return OptionalLong.empty();
  }

  /** Whether networks take only the shapes that plans were built for. */
  default boolean hasFixedShapes() {
    return false;
  }

  /**
   * Sees to it, before any work, that networks of a graph can run with these inputs.
   *
   * @throws io.lipstream.error.LipstreamException CONFIGURATION_INVALID, naming the command that
   *     builds what is missing
   */
  default void requirePlans(Bundle bundle, String graph, List<InputShapes> shapes) {}

  /**
   * Opens a network of a bundle. The same inputs give the same bytes on the same machine. A network
   * that finds no memory on the device for a run throws {@link
   * io.lipstream.inference.OutOfDeviceMemory}.
   *
   * @param graph file name without {@code .onnx}
   * @throws io.lipstream.error.LipstreamException ENGINE_FAILED if the engine refuses the graph
   */
  Network open(Bundle bundle, String graph);
}
