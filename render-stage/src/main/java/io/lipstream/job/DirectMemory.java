package io.lipstream.job;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.lang.management.ManagementFactory;

/**
 * Memory outside the heap that the JVM lets buffers take. Flink gives a worker 128 MiB of it unless
 * told otherwise, which maps of portraits for a GPU fill after a few jobs; a worker says so when it
 * starts, not then.
 */
final class DirectMemory {
  private DirectMemory() {}

  /**
   * Refuses a start that would run out of it.
   *
   * @param bytes that may be taken at most, by one subtask
   * @throws LipstreamException CONFIGURATION_INVALID, naming Flink's setting
   */
  static void require(long bytes) {
    require(bytes, limit());
  }

  static void require(long bytes, long limit) {
    if (bytes > limit) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "a render subtask may take %s MiB outside the heap (render.scene-cache-bytes, and three batches of render.batch-sizes), the worker has %s; set taskmanager.memory.task.off-heap.size to at least %s MiB for each of its render subtasks"
              .formatted(mebibytes(bytes), limit >> 20, mebibytes(bytes)));
    }
  }

  /** Most bytes of direct buffers; the JVM takes the heap's size where none is set. */
  private static long limit() {
    String set =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption("MaxDirectMemorySize")
            .getValue();
    long bytes = Long.parseLong(set);
    return bytes == 0 ? Runtime.getRuntime().maxMemory() : bytes;
  }

  private static long mebibytes(long bytes) {
    return (bytes + (1 << 20) - 1) >> 20;
  }
}
