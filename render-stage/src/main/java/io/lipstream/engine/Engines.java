package io.lipstream.engine;

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
   * @throws io.lipstream.error.LipstreamException CONFIGURATION_INVALID, with the reason in one
   *     line, if the forced engine cannot run here
   */
  public static Engine open(EngineSettings settings) {
    EngineChoice choice = EngineChoice.of(settings, FoundMachine.look());
    Engine engine =
        choice.kind() == EngineChoice.Kind.TENSORRT
            ? new TensorRtEngine(choice.gpu(), settings.precision())
            : new OnnxRuntimeEngine(choice, settings);
    LOG.info("engine {}", engine.name());
    return engine;
  }
}
