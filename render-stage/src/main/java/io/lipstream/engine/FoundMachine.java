package io.lipstream.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import ai.djl.Device;
import ai.djl.engine.EngineException;
import ai.djl.util.cuda.CudaUtils;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtProvider;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.lang.management.MemoryUsage;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Asks the machine itself, through DJL and ONNX Runtime. Thread-safe. */
final class FoundMachine {
  private FoundMachine() {}

  static Machine look() {
    return new Machine(CudaUtils.getGpuCount(), providers(), tensorRtObstacle());
  }

  /** Why TensorRT cannot run here, in a few words; empty if it can. */
  static String tensorRtObstacle() {
    if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")) {
      return "DJL's TensorRT runs on Linux only";
    }
    if (CudaUtils.getGpuCount() == 0) {
      return "no NVIDIA GPU was found";
    }
    try {
      ai.djl.engine.Engine.getEngine(TensorRtEngine.DJL_NAME);
      return "";
    } catch (EngineException | IllegalArgumentException | IllegalStateException | LinkageError e) {
      return "its libraries do not load: " + EngineFailure.reason(e);
    }
  }

  /** Bytes in use on a GPU; empty if the driver does not tell. */
  static OptionalLong usedBytes(int gpu) {
    return memory(gpu).map(used -> OptionalLong.of(used.getUsed())).orElse(OptionalLong.empty());
  }

  /** Bytes free on a GPU; empty if the driver does not tell. */
  static OptionalLong freeBytes(int gpu) {
    return memory(gpu)
        .map(all -> OptionalLong.of(all.getMax() - all.getUsed()))
        .orElse(OptionalLong.empty());
  }

  private static Optional<MemoryUsage> memory(int gpu) {
    try {
      return Optional.of(CudaUtils.getGpuMemory(Device.gpu(gpu)));
    } catch (EngineException | IllegalArgumentException | IllegalStateException | LinkageError e) {
      return Optional.empty();
    }
  }

  /**
   * Name of a GPU's model, from the driver's own program.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if it cannot be asked
   */
  static String gpuName(int gpu) {
    try {
      Process process =
          new ProcessBuilder(
                  "nvidia-smi", "--query-gpu=name", "--format=csv,noheader", "-i", "" + gpu)
              .redirectErrorStream(true)
              .start();
      String name = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      if (process.waitFor() == 0 && name.lines().count() == 1) {
        return name;
      }
      throw noName(gpu, name.lines().findFirst().orElse("it says nothing"), null);
    } catch (IOException e) {
      throw noName(gpu, "it cannot be run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw noName(gpu, "interrupted", e);
    }
  }

  private static LipstreamException noName(int gpu, String reason, Exception cause) {
    return new LipstreamException(
        ErrorCode.CONFIGURATION_INVALID,
        "nvidia-smi does not name GPU %d: %s".formatted(gpu, reason),
        cause);
  }

  private static Set<EngineSettings.Provider> providers() {
    Set<EngineSettings.Provider> providers = EnumSet.of(EngineSettings.Provider.CPU);
    EnumSet<OrtProvider> built = OrtEnvironment.getAvailableProviders();
    if (built.contains(OrtProvider.CUDA)) {
      providers.add(EngineSettings.Provider.CUDA);
    }
    if (built.contains(OrtProvider.TENSOR_RT)) {
      providers.add(EngineSettings.Provider.TENSORRT);
    }
    return providers;
  }
}
