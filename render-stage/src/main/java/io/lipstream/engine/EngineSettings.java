package io.lipstream.engine;

import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.util.List;
import java.util.OptionalInt;

/**
 * Which engine runs the networks, where and how exactly.
 *
 * @param choice forced or chosen from what the machine has
 * @param threads threads of one run of a network on the CPU
 * @param provider what ONNX Runtime runs on
 * @param precision of the arithmetic
 * @param gpu index of the GPU, none for the one that is assigned, else the first
 */
public record EngineSettings(
    Choice choice, int threads, Provider provider, Precision precision, OptionalInt gpu) {
  /** The engines that can be asked for. */
  public enum Choice {
    AUTO,
    ONNXRUNTIME,
    TENSORRT
  }

  /** What ONNX Runtime can be asked to run on. */
  public enum Provider {
    AUTO,
    CPU,
    CUDA,
    TENSORRT
  }

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "render.engine",
              "auto",
              "auto, onnxruntime or tensorrt",
              "Inference engine; auto takes TensorRT where a GPU and its libraries are there."),
          new Setting(
              "render.engine-threads",
              "2",
              "threads",
              "Threads that one run of a network uses on the CPU."),
          new Setting(
              "render.onnxruntime-provider",
              "auto",
              "auto, cpu, cuda or tensorrt",
              "What ONNX Runtime runs on; auto takes CUDA where a GPU and a build for it are there."),
          new Setting(
              "render.precision",
              "full",
              "full or half",
              "Arithmetic in 32 or, with TensorRT, in 16 bits; what cannot do half refuses it."),
          new Setting(
              "render.gpu",
              "",
              "index",
              "GPU of every render subtask; when empty one of those that Flink assigns as external resource gpu, in turn, else the first."));

  /** An engine at full precision on the first device. */
  public EngineSettings(Choice choice, int threads) {
    this(choice, threads, Provider.AUTO, Precision.FULL, OptionalInt.empty());
  }

  /** Reads the keys of {@link #SETTINGS}. */
  public static EngineSettings from(Settings settings) {
    int threads = settings.integer("render.engine-threads");
    if (threads < 1) {
      throw Settings.refused("render.engine-threads", threads, "at least 1");
    }
    return new EngineSettings(
        settings.choice("render.engine", Choice.class),
        threads,
        settings.choice("render.onnxruntime-provider", Provider.class),
        settings.choice("render.precision", Precision.class),
        gpu(settings));
  }

  /** The same on that GPU, unless one is set already. */
  public EngineSettings assigned(OptionalInt index) {
    return gpu.isPresent() ? this : new EngineSettings(choice, threads, provider, precision, index);
  }

  /** The same with ONNX Runtime on the CPU, at full precision. */
  public EngineSettings onProcessor() {
    return new EngineSettings(
        Choice.ONNXRUNTIME, threads, Provider.CPU, Precision.FULL, OptionalInt.empty());
  }

  /** Whether what is asked for needs a GPU; if not, any machine does. */
  boolean asksForGraphicsProcessor() {
    return choice == Choice.TENSORRT
        || provider == Provider.CUDA
        || provider == Provider.TENSORRT
        || precision == Precision.HALF;
  }

  private static OptionalInt gpu(Settings settings) {
    if (settings.optionalText("render.gpu").isEmpty()) {
      return OptionalInt.empty();
    }
    int index = settings.integer("render.gpu");
    if (index < 0) {
      throw Settings.refused("render.gpu", index, "an index from 0 on, or nothing");
    }
    return OptionalInt.of(index);
  }
}
