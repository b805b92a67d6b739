package io.lipstream.engine;

import java.util.Locale;

/**
 * What a compiled plan runs on; it runs on nothing else.
 *
 * @param gpu name of the GPU's model
 * @param library version of TensorRT, such as 8.6.1
 */
public record PlanTarget(String gpu, String library, Precision precision) {
  /** As folders, for names of objects. */
  public String folders() {
    return "%s/%s/%s"
        .formatted(
            gpu.strip().replaceAll("[^A-Za-z0-9.]+", "-"),
            library,
            precision.name().toLowerCase(Locale.ROOT));
  }

  @Override
  public String toString() {
    return "%s with TensorRT %s at %s precision"
        .formatted(gpu, library, precision.name().toLowerCase(Locale.ROOT));
  }
}
