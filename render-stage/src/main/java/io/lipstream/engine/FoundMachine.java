package io.lipstream.engine;

import ai.djl.Device;
import ai.djl.engine.EngineException;
import ai.djl.util.cuda.CudaUtils;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtProvider;
import java.lang.management.MemoryUsage;
import java.util.EnumSet;
import java.util.Locale;
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
    try {
      MemoryUsage memory = CudaUtils.getGpuMemory(Device.gpu(gpu));
      return OptionalLong.of(memory.getUsed());
    } catch (EngineException | IllegalArgumentException | IllegalStateException | LinkageError e) {
      return OptionalLong.empty();
    }
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
