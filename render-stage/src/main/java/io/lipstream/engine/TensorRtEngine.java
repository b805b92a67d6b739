package io.lipstream.engine;

import ai.djl.Device;
import ai.djl.engine.EngineException;
import ai.djl.util.cuda.CudaUtils;
import io.lipstream.bundle.Bundle;
import io.lipstream.inference.Network;
import java.util.Locale;

/**
 * NVIDIA TensorRT 8 on the first GPU, through DJL. TensorRT plans have fixed shapes, so that a
 * network compiles one plan for each set of input shapes that it meets.
 */
final class TensorRtEngine implements Engine {
  static final String DJL_NAME = "TensorRT";

  /** Why this engine cannot run here, in a few words; empty if it can. */
  static String obstacle() {
    if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")) {
      return "DJL's TensorRT runs on Linux only";
    }
    if (CudaUtils.getGpuCount() == 0) {
      return "no NVIDIA GPU was found";
    }
    try {
      ai.djl.engine.Engine.getEngine(DJL_NAME);
      return "";
    } catch (EngineException | IllegalArgumentException | IllegalStateException | LinkageError e) {
      return "its libraries do not load: " + firstLine(e);
    }
  }

  @Override
  public String name() {
    return "TensorRT/" + Device.gpu(0);
  }

  @Override
  public boolean hasGraphicsProcessor() {
    return true;
  }

  @Override
  public Network open(Bundle bundle, String graph) {
    return new TensorRtNetwork(graph, bundle.graph(graph));
  }

  private static String firstLine(Throwable failure) {
    Throwable deepest = failure;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return String.valueOf(deepest.getMessage()).lines().findFirst().orElse("no reason given");
  }
}
