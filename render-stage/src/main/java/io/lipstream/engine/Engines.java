package io.lipstream.engine;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses the engine from what the machine has, or takes the one that is forced. */
public final class Engines {
  private static final Logger LOG = LoggerFactory.getLogger(Engines.class);

  static {
    // DJL asks model zoos and a cloud's metadata service at start unless it is told that there is
    // no network, and looks for a second engine for operations that a network never uses.
    System.setProperty("ai.djl.offline", "true");
    System.setProperty("OPT_OUT_TRACKING", "true");
    System.setProperty("ai.djl.onnx.disable_alternative", "true");
    System.setProperty("ai.djl.tensorrt.disable_alternative", "true");
  }

  private Engines() {}

  /**
   * Opens an engine.
   *
   * @throws LipstreamException CONFIGURATION_INVALID, with the reason in one line, if the forced
   *     engine cannot run here
   */
  public static Engine open(EngineSettings settings) {
    Engine engine =
        switch (settings.choice()) {
          case ONNXRUNTIME -> new OnnxRuntimeEngine(settings.threads());
          case TENSORRT -> forcedTensorRt();
          case AUTO -> best(settings.threads());
        };
    LOG.info("engine {}", engine.name());
    return engine;
  }

  private static Engine forcedTensorRt() {
    String obstacle = TensorRtEngine.obstacle();
    if (!obstacle.isEmpty()) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "render.engine is tensorrt, but %s; use auto or onnxruntime".formatted(obstacle));
    }
    return new TensorRtEngine();
  }

  private static Engine best(int threads) {
    String obstacle = TensorRtEngine.obstacle();
    if (obstacle.isEmpty()) {
      return new TensorRtEngine();
    }
    LOG.debug("no TensorRT: {}", obstacle);
    return new OnnxRuntimeEngine(threads);
  }
}
