package io.lipstream.job;

/**
 * Native allocations are bounded by what the stages hold, and by the worker's own limit. JavaCPP's
 * default refuses them once the whole process is larger than twice the Java heap, which a worker
 * with managed and network memory beside its heap always is.
 */
final class NativeMemory {
  private static final String LIMIT = "org.bytedeco.javacpp.maxPhysicalBytes";

  private NativeMemory() {}

  /** Lifts the default limit; one that is set on the command line stays. Before the first use. */
  static void liftDefaultLimit() {
    if (System.getProperty(LIMIT) == null) {
      System.setProperty(LIMIT, "0");
    }
  }
}
