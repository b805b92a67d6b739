package io.lipstream.engine;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.OutOfDeviceMemory;
import java.util.List;
import java.util.Locale;

/**
 * Tells by its text whether what a native library reports is a lack of device memory, since none of
 * them has a type or a status of its own for it that reaches Java.
 */
public final class EngineFailure {
  /**
   * Of ONNX Runtime's arena on any device, CUDA's runtime, cuBLAS, cuDNN, and TensorRT 8 and 10.
   */
  private static final List<String> SIGNS =
      List.of(
          "failed to allocate memory for requested buffer",
          "is smaller than requested bytes of",
          "out of memory",
          "outofmemory",
          "out_of_memory",
          "cudaerrormemoryallocation",
          "cublas_status_alloc_failed",
          "cudnn_status_alloc_failed",
          "requested amount of gpu memory",
          "could not be allocated. there may not be enough free memory",
          "insufficient memory");

  private EngineFailure() {}

  /**
   * What a caller is to see.
   *
   * @param what failed, such as: the graph face_renderer
   * @return ENGINE_FAILED or {@link OutOfDeviceMemory}
   */
  static RuntimeException of(String what, Throwable failure) {
    String message = "%s failed: %s".formatted(what, reason(failure));
    return isLackOfMemory(failure)
        ? new OutOfDeviceMemory(message, failure)
        : new LipstreamException(ErrorCode.ENGINE_FAILED, message, failure);
  }

  static boolean isLackOfMemory(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (isLackOfMemory(String.valueOf(cause.getMessage()))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a library that says this lacks memory on its device. */
  public static boolean isLackOfMemory(String message) {
    String text = message.toLowerCase(Locale.ROOT);
    return SIGNS.stream().anyMatch(text::contains);
  }

  /** First line of the innermost cause. */
  static String reason(Throwable failure) {
    Throwable deepest = failure;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return String.valueOf(deepest.getMessage()).lines().findFirst().orElse("no reason given");
  }
}
