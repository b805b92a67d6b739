package io.lipstream.engine;

import io.lipstream.bundle.Bundle;
import io.lipstream.inference.Network;

/**
 * Runs the networks of bundles. Thread-safe; each network that it opens belongs to one thread at a
 * time. Opened by {@link Engines}.
 */
public interface Engine {
  /** Engine and device, as they stand in completion events: OnnxRuntime/cpu. */
  String name();

  /** Whether networks run on a GPU. */
  boolean hasGraphicsProcessor();

  /**
   * Opens a network of a bundle. The same inputs give the same bytes on the same machine.
   *
   * @param graph file name without {@code .onnx}
   * @throws io.lipstream.error.LipstreamException ENGINE_FAILED if the engine refuses the graph
   */
  Network open(Bundle bundle, String graph);
}
