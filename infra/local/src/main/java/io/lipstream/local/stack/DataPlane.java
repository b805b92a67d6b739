package io.lipstream.local.stack;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;

/**
 * A Flink cluster and the one job on it, which can be ended without notice and brought back, as a
 * machine that fails would. Use from one thread.
 */
final class DataPlane implements AutoCloseable {
  private final Path folder;
  private final int port;
  private final int metricsPort;
  private EmbeddedFlink flink;
  private JobID job;

  private DataPlane(Path folder, int port, int metricsPort) {
    this.folder = folder;
    this.port = port;
    this.metricsPort = metricsPort;
  }

  static DataPlane start(Path folder, int port, int metricsPort) {
    DataPlane plane = new DataPlane(folder, port, metricsPort);
    plane.startCluster();
    return plane;
  }

  void startCluster() {
    flink = EmbeddedFlink.start(folder, port, metricsPort);
  }

  /** Runs the job as if it never ran before. */
  void runAfresh(FlinkJob definition) {
    job = flink.submit(definition, Optional.empty());
  }

  /** Runs the job from its newest checkpoint, afresh if there is none. */
  void runFromNewestCheckpoint(FlinkJob definition) {
    job = flink.submit(definition, flink.newestCheckpoint());
  }

  JobStatus status() {
    return flink.status(job);
  }

  String url() {
    return flink.url();
  }

  /** Ends cluster and job; the job takes no savepoint and commits nothing. */
  @Override
  public void close() {
    flink.close();
  }
}
