package io.lipstream.local.stack;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A Flink cluster inside this process: dispatcher, one task manager and the web interface, with
 * checkpoints in a folder that outlives it. Network buffers are small, since records are claim
 * checks and whatever waits in a buffer waits behind fairness. Start, use and close from one
 * thread.
 */
final class EmbeddedFlink implements AutoCloseable {
  private static final long LIMIT_SECONDS = 180;
  private static final int SLOTS = 32;

  private final MiniCluster cluster;
  private final Path checkpoints;

  private EmbeddedFlink(MiniCluster cluster, Path checkpoints) {
    this.cluster = cluster;
    this.checkpoints = checkpoints;
  }

  /**
   * Starts a cluster.
   *
   * @param folder checkpoints and temporary files go below it
   * @param port of the web interface
   * @param metricsPort where the metrics are served
   */
  static EmbeddedFlink start(Path folder, int port, int metricsPort) {
    Path checkpoints = folder.resolve("checkpoints");
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration(folder, checkpoints, port, metricsPort))
                .setCommonBindAddress(Loopback.HOST)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .build());
    try {
      Files.createDirectories(checkpoints);
      Files.createDirectories(folder.resolve("temporary"));
      cluster.start();
    } catch (Exception e) {
      throw new LipstreamException(ErrorCode.INTERNAL, "the Flink cluster did not start", e);
    }
    return new EmbeddedFlink(cluster, checkpoints);
  }

  private static Configuration configuration(
      Path folder, Path checkpoints, int port, int metricsPort) {
    Configuration configuration = new Configuration();
    configuration.setString("rest.address", Loopback.HOST);
    configuration.setString("rest.bind-address", Loopback.HOST);
    configuration.setString("rest.bind-port", Integer.toString(port));
    configuration.setString("jobmanager.bind-host", Loopback.HOST);
    configuration.setString("taskmanager.bind-host", Loopback.HOST);
    configuration.setString("rest.port", Integer.toString(port));
    configuration.setString("taskmanager.network.adaptive-partitioner.enabled", "true");
    configuration.setString("taskmanager.memory.segment-size", "4kb");
    configuration.setString("taskmanager.memory.network.min", "16mb");
    configuration.setString("taskmanager.memory.network.max", "16mb");
    configuration.setString("taskmanager.memory.managed.size", "16mb");
    configuration.setString(
        "metrics.reporter.loopback.factory.class", LoopbackMetrics.Factory.class.getName());
    configuration.setString("metrics.reporter.loopback.port", Integer.toString(metricsPort));
    configuration.setString("web.submit.enable", "false");
    configuration.setString("io.tmp.dirs", folder.resolve("temporary").toString());
    configuration.setString("execution.checkpointing.dir", flinkPath(checkpoints));
    configuration.setString(
        "execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
    return configuration;
  }

  /** Flink takes a path as it stands and does not decode %20, which a file URI would hold. */
  private static String flinkPath(Path path) {
    return "file://" + path;
  }

  /** Address of the web interface. */
  String url() {
    return await(cluster.getRestAddress()).toString();
  }

  /** Builds a job and runs it, from a checkpoint if one is given. */
  JobID submit(FlinkJob job, Optional<Path> checkpoint) {
    StreamExecutionEnvironment environment =
        new StreamExecutionEnvironment(new Configuration(cluster.getConfiguration()));
    job.build(environment);
    JobGraph graph = environment.getStreamGraph().getJobGraph();
    checkpoint.ifPresent(
        path ->
            graph.setSavepointRestoreSettings(
                SavepointRestoreSettings.forPath(flinkPath(path), false, RecoveryClaimMode.CLAIM)));
    return await(cluster.submitJob(graph)).getJobID();
  }

  JobStatus status(JobID job) {
    return await(cluster.getJobStatus(job));
  }

  /** The folder of the newest checkpoint that is complete, of whatever job it was. */
  Optional<Path> newestCheckpoint() {
    try (var files = Files.walk(checkpoints, 3)) {
      return files
          .filter(file -> file.endsWith("_metadata"))
          .max(Comparator.comparing(EmbeddedFlink::modified))
          .map(Path::getParent);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FileTime modified(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      return FileTime.fromMillis(0);
    }
  }

  private static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new LipstreamException(ErrorCode.INTERNAL, "the Flink cluster failed: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LipstreamException(ErrorCode.INTERNAL, "interrupted", e);
    }
  }

  @Override
  public void close() {
    await(cluster.closeAsync());
  }
}
