package io.lipstream.engine;

import io.lipstream.engine.EngineSettings.Choice;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.util.Locale;

/**
 * The engine for settings on a machine: what is forced, or the fastest that the machine has. What
 * cannot be done is refused with its reason in one line, never replaced in silence.
 *
 * @param gpu index of the device, 0 on the CPU
 */
record EngineChoice(Kind kind, int gpu) {
  /** Every engine with every device. */
  enum Kind {
    ONNX_CPU("OnnxRuntime/cpu"),
    ONNX_CUDA("OnnxRuntime/cuda"),
    ONNX_TENSORRT("OnnxRuntime/tensorrt"),
    TENSORRT("TensorRT/gpu");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    boolean onGraphicsProcessor() {
      return this != ONNX_CPU;
    }

    boolean halfPrecision() {
      return this == TENSORRT || this == ONNX_TENSORRT;
    }
  }

  /**
   * @throws LipstreamException CONFIGURATION_INVALID
   */
  static EngineChoice of(EngineSettings settings, Machine machine) {
    Kind kind = kind(settings, machine);
    int gpu = kind.onGraphicsProcessor() ? settings.gpu().orElse(0) : 0;
    if (kind.onGraphicsProcessor() && gpu >= machine.gpus()) {
      throw refused(
          "render.gpu is %d, but the process sees %d GPU(s), counted from 0"
              .formatted(gpu, machine.gpus()));
    }
    if (settings.precision() == Precision.HALF && !kind.halfPrecision()) {
      throw refused(
          "render.precision is half, but %s computes a graph as it is written, in 32 bits; use full, or TensorRT on a GPU"
              .formatted(kind.label));
    }
    return new EngineChoice(kind, gpu);
  }

  /** Engine, device and precision, as they stand in completion events. */
  String name(Precision precision) {
    String device =
        switch (kind) {
          case ONNX_CPU -> "";
          case TENSORRT, ONNX_CUDA, ONNX_TENSORRT -> "(%d)".formatted(gpu);
        };
    return kind.label + device + (precision == Precision.HALF ? "+half" : "");
  }

  private static Kind kind(EngineSettings settings, Machine machine) {
    if (settings.choice() == Choice.TENSORRT) {
      if (!machine.tensorRtObstacle().isEmpty()) {
        throw refused(
            "render.engine is tensorrt, but %s; use auto or onnxruntime"
                .formatted(machine.tensorRtObstacle()));
      }
      return Kind.TENSORRT;
    }
    boolean free =
        settings.choice() == Choice.AUTO && settings.provider() == EngineSettings.Provider.AUTO;
    if (free && machine.tensorRtObstacle().isEmpty()) {
      return Kind.TENSORRT;
    }
    return switch (settings.provider()) {
      case CPU -> Kind.ONNX_CPU;
      case CUDA -> forced(Kind.ONNX_CUDA, EngineSettings.Provider.CUDA, machine);
      case TENSORRT -> forced(Kind.ONNX_TENSORRT, EngineSettings.Provider.TENSORRT, machine);
      case AUTO -> best(settings.precision(), machine);
    };
  }

  private static Kind best(Precision precision, Machine machine) {
    if (precision == Precision.HALF
        && obstacle(EngineSettings.Provider.TENSORRT, machine).isEmpty()) {
      return Kind.ONNX_TENSORRT;
    }
    return obstacle(EngineSettings.Provider.CUDA, machine).isEmpty()
        ? Kind.ONNX_CUDA
        : Kind.ONNX_CPU;
  }

  private static Kind forced(Kind kind, EngineSettings.Provider provider, Machine machine) {
    String obstacle = obstacle(provider, machine);
    if (!obstacle.isEmpty()) {
      throw refused(
          "render.onnxruntime-provider is %s, but %s; use auto or cpu"
              .formatted(provider.name().toLowerCase(Locale.ROOT), obstacle));
    }
    return kind;
  }

  private static String obstacle(EngineSettings.Provider provider, Machine machine) {
    if (machine.gpus() == 0) {
      return "no NVIDIA GPU was found";
    }
    return machine.providers().contains(provider)
        ? ""
        : "the ONNX Runtime on the class path was built without it (build with -Pgpu)";
  }

  private static LipstreamException refused(String reason) {
    return new LipstreamException(ErrorCode.CONFIGURATION_INVALID, reason);
  }
}
