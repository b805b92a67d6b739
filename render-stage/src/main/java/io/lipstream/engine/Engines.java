package io.lipstream.engine;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.util.Optional;
import java.util.function.Supplier;
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
   * Opens an engine that compiles what it must when it is first run, for benchmarks and tests.
   *
   * @throws LipstreamException CONFIGURATION_INVALID, with the reason in one line, if the engine
   *     that is asked for cannot run here
   */
  public static Engine open(EngineSettings settings) {
    return open(settings, Optional.empty());
  }

  /**
   * Opens an engine that compiles nothing: what TensorRT needs comes from the source of plans.
   *
   * @param plans asked for only where TensorRT runs
   * @throws LipstreamException CONFIGURATION_INVALID, as above
   */
  public static Engine open(EngineSettings settings, Supplier<PlanSource> plans) {
    return open(settings, Optional.of(plans));
  }

  /**
   * Looks whether the engine that is asked for can run here, without opening it.
   *
   * @throws LipstreamException CONFIGURATION_INVALID, as above
   */
  public static void check(EngineSettings settings) {
    if (settings.asksForGraphicsProcessor()) {
      EngineChoice unused = EngineChoice.of(settings, FoundMachine.look());
    }
  }

  /**
   * What plans for this machine are to be built for.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if TensorRT cannot run here
   */
  public static PlanTarget planTarget(EngineSettings settings) {
    Machine machine = FoundMachine.look();
    if (!machine.tensorRtObstacle().isEmpty()) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "plans are built on a machine like the one that runs them, but %s"
              .formatted(machine.tensorRtObstacle()));
    }
    return planTarget(settings.gpu().orElse(0), settings.precision());
  }

  private static PlanTarget planTarget(int gpu, Precision precision) {
    return new PlanTarget(FoundMachine.gpuName(gpu), TensorRtEngine.libraryVersion(), precision);
  }

  private static Engine open(EngineSettings settings, Optional<Supplier<PlanSource>> plans) {
    EngineChoice choice = EngineChoice.of(settings, FoundMachine.look());
    if (plans.isEmpty() && settings.precision() == Precision.HALF) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "render.precision is half, which needs plans that were built so; use full here");
    }
    Engine engine =
        choice.kind() == EngineChoice.Kind.TENSORRT
            ? new TensorRtEngine(
                choice.gpu(),
                settings.precision(),
                plans.map(
                    source ->
                        new Plans(source.get(), planTarget(choice.gpu(), settings.precision()))))
            : new OnnxRuntimeEngine(choice, settings);
    LOG.info("engine {}", engine.name());
    return engine;
  }
}
