package io.lipstream.bench.pipeline;

import io.lipstream.bench.IdleJob;
import io.lipstream.job.DataPlaneSettings;
import io.lipstream.job.RenderJob;
import io.lipstream.local.stack.LocalStack;
import io.lipstream.local.stack.StackOptions;
import io.lipstream.settings.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The whole pipeline with Flink's JobManager and TaskManager in processes of their own; broker,
 * object store and ingest are in this one and the registry in a fourth. Use from one thread.
 */
public final class SeparatePipeline implements AutoCloseable {
  private static final int ATTEMPTS = 60;
  private static final long PAUSE_MS = 1000;

  private final LocalStack stack;
  private final ChildProcess jobManager;
  private final ChildProcess taskManager;

  private SeparatePipeline(LocalStack stack, ChildProcess jobManager, ChildProcess taskManager) {
    this.stack = stack;
    this.jobManager = jobManager;
    this.taskManager = taskManager;
  }

  /**
   * Starts it; the job runs when this returns.
   *
   * @param renderThreads segments rendered at once
   */
  public static SeparatePipeline start(Path folder, int renderThreads) {
    LocalStack stack =
        LocalStack.start(
            StackOptions.in(folder.resolve("stack"))
                .with("job.render-threads", Integer.toString(renderThreads)),
            new IdleJob());
    try {
      Path configuration = Files.createDirectories(folder.resolve("conf"));
      int port = freePort();
      Files.write(configuration.resolve("config.yaml"), configuration(folder, port));
      List<String> arguments = List.of("--configDir", configuration.toString());
      SeparatePipeline pipeline =
          new SeparatePipeline(
              stack,
              process(folder, "jobmanager", StandaloneSessionClusterEntrypoint.class, arguments),
              process(folder, "taskmanager", TaskManagerRunner.class, arguments));
      pipeline.submit(port);
      return pipeline;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ChildProcess process(
      Path folder, String name, Class<?> mainClass, List<String> arguments) {
    return ChildProcess.start(folder.resolve(name + ".log"), true, mainClass, List.of(), arguments);
  }

  private static List<String> configuration(Path folder, int port) throws IOException {
    return List.of(
        "jobmanager.rpc.address: 127.0.0.1",
        "jobmanager.rpc.port: " + freePort(),
        "jobmanager.bind-host: 127.0.0.1",
        "rest.address: 127.0.0.1",
        "rest.bind-address: 127.0.0.1",
        "rest.port: " + port,
        "taskmanager.host: 127.0.0.1",
        "taskmanager.bind-host: 127.0.0.1",
        "taskmanager.numberOfTaskSlots: 4",
        "taskmanager.cpu.cores: 2.0",
        "taskmanager.memory.framework.heap.size: 128mb",
        "taskmanager.memory.framework.off-heap.size: 128mb",
        "taskmanager.memory.task.heap.size: 768mb",
        "taskmanager.memory.task.off-heap.size: 512mb",
        "taskmanager.memory.segment-size: 4kb",
        "taskmanager.memory.network.min: 16mb",
        "taskmanager.memory.network.max: 16mb",
        "taskmanager.memory.managed.size: 16mb",
        "taskmanager.memory.jvm-metaspace.size: 256mb",
        "taskmanager.memory.jvm-overhead.min: 192mb",
        "taskmanager.memory.jvm-overhead.max: 192mb",
        "taskmanager.network.adaptive-partitioner.enabled: true",
        "io.tmp.dirs: " + Files.createDirectories(folder.resolve("temporary")),
        "execution.checkpointing.dir: file://" + folder.resolve("checkpoints"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void submit(int port) {
    Map<String, String> own = new HashMap<>(stack.settings());
    own.keySet().retainAll(DataPlaneSettings.SETTINGS.stream().map(Setting::key).toList());
    for (int attempt = 1; ; attempt++) {
      StreamExecutionEnvironment environment =
          StreamExecutionEnvironment.createRemoteEnvironment("127.0.0.1", port);
      RenderJob.build(environment, new DataPlaneSettings(own));
      try {
        environment.executeAsync("lipstream");
        return;
      } catch (Exception e) {
        if (attempt == ATTEMPTS) {
          throw new IllegalStateException("the cluster takes no job", e);
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public LocalStack stack() {
    return stack;
  }

  public ChildProcess taskManager() {
    return taskManager;
  }

  /** Processor time of all processes of the pipeline so far, this one's among them, seconds. */
  public double processorSeconds() {
    ProcessHandle self = ProcessHandle.current();
    double registry =
        self.children()
            .filter(child -> child.pid() != taskManager.pid() && child.pid() != jobManager.pid())
            .filter(SeparatePipeline::isRegistry)
            .mapToDouble(ChildProcess::processorSeconds)
            .sum();
    return ChildProcess.processorSeconds(self)
        + registry
        + jobManager.processorSeconds()
        + taskManager.processorSeconds();
  }

  private static boolean isRegistry(ProcessHandle process) {
    return process
        .info()
        .commandLine()
        .filter(line -> line.contains("RegistryProcess"))
        .isPresent();
  }

  @Override
  public void close() {
    taskManager.close();
    jobManager.close();
    stack.close();
  }
}
