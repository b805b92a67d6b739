package io.lipstream.engine;

import java.nio.file.Path;
import java.util.Optional;

/** Where compiled plans come from. Thread-safe. */
@FunctionalInterface
public interface PlanSource {
  /**
   * The plan of a graph, as a file with the extension .trt on this machine.
   *
   * @param bundleDigest digest of the bundle that the graph belongs to
   * @return empty if nobody has built it
   */
  Optional<Path> find(String bundleDigest, PlanTarget target, String graph, InputShapes shapes);
}
