package io.lipstream.bench.scheduling;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * What some threads of this process have used so far.
 *
 * @param cpuNanos processor time
 * @param allocatedBytes of the heap, whether still used or not
 */
record ThreadCost(long cpuNanos, long allocatedBytes) {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Of the calling thread. */
  static ThreadCost ofCaller() {
    return new ThreadCost(
        THREADS.getCurrentThreadCpuTime(),
        THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()));
  }

  /** Of the calling thread and all live threads whose name begins so. */
  static ThreadCost of(String name) {
    long[] ids = THREADS.getAllThreadIds();
    ThreadCost caller = ofCaller();
    long cpu = caller.cpuNanos;
    long bytes = caller.allocatedBytes;
    long[] ours =
        Arrays.stream(THREADS.getThreadInfo(ids))
            .filter(thread -> thread != null && thread.getThreadName().startsWith(name))
            .mapToLong(thread -> thread.getThreadId())
            .toArray();
    for (long id : ours) {
      cpu += THREADS.getThreadCpuTime(id);
      bytes += THREADS.getThreadAllocatedBytes(id);
    }
    return new ThreadCost(cpu, bytes);
  }

  ThreadCost minus(ThreadCost other) {
    return new ThreadCost(cpuNanos - other.cpuNanos, allocatedBytes - other.allocatedBytes);
  }
}
