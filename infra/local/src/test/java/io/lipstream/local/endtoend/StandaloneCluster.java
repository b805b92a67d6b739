package io.lipstream.local.endtoend;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Flink cluster of processes of its own, one JobManager and one TaskManager, on loopback, that
 * has on its class path what a Flink distribution has and nothing of Lipstream or its libraries.
 */
final class StandaloneCluster implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final List<String> NOT_IN_FLINK =
      List.of(
          "lipstream",
          "/target/classes",
          "/target/test-classes",
          "flink-connector-kafka",
          "flink-connector-base",
          "flink-sql-avro",
          "/org/apache/kafka/",
          "/org/apache/avro/",
          "/ai/djl/",
          "/com/microsoft/onnxruntime/",
          "/org/bytedeco/",
          "/software/amazon/",
          "/com/github/ben-manes/",
          "/org/gaul/",
          "/org/apache/jclouds/");

  private static final int METRIC_PORTS = 8;
  private static final String HEAP = "384m";

  private final Path folder;
  private final Path configuration;
  private final int metricPort;
  private final List<Process> processes = new ArrayList<>();
  private Process taskManager;

  private StandaloneCluster(Path folder, Path configuration, int metricPort) {
    this.folder = folder;
    this.configuration = configuration;
    this.metricPort = metricPort;
  }

  static StandaloneCluster start(Path folder) throws IOException {
    Path configuration = Files.createDirectories(folder.resolve("conf"));
    int metricPort = freePort();
    Files.writeString(configuration.resolve("config.yaml"), configuration(folder, metricPort));
    StandaloneCluster cluster = new StandaloneCluster(folder, configuration, metricPort);
    cluster.begin(
        "jobmanager", "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint");
    cluster.taskManager =
        cluster.begin("taskmanager", "org.apache.flink.runtime.taskexecutor.TaskManagerRunner");
    return cluster;
  }

  private static String configuration(Path folder, int metricPort) throws IOException {
    return Stream.of(
            "jobmanager.rpc.address: 127.0.0.1",
            "jobmanager.rpc.port: " + freePort(),
            "jobmanager.bind-host: 127.0.0.1",
            "rest.address: 127.0.0.1",
            "rest.bind-address: 127.0.0.1",
            "rest.port: " + freePort(),
            "taskmanager.host: 127.0.0.1",
            "taskmanager.bind-host: 127.0.0.1",
            "taskmanager.numberOfTaskSlots: 4",
            "taskmanager.cpu.cores: 2.0",
            "taskmanager.memory.framework.heap.size: 128mb",
            "taskmanager.memory.framework.off-heap.size: 128mb",
            "taskmanager.memory.task.heap.size: 512mb",
            "taskmanager.memory.task.off-heap.size: 512mb",
            "taskmanager.memory.network.min: 32mb",
            "taskmanager.memory.network.max: 32mb",
            "taskmanager.memory.managed.size: 16mb",
            "taskmanager.memory.jvm-metaspace.size: 256mb",
            "taskmanager.memory.jvm-overhead.min: 192mb",
            "taskmanager.memory.jvm-overhead.max: 192mb",
            "taskmanager.network.adaptive-partitioner.enabled: true",
            "metrics.reporter.prom.factory.class:"
                + " org.apache.flink.metrics.prometheus.PrometheusReporterFactory",
            "metrics.reporter.prom.port: %d-%d".formatted(metricPort, metricPort + METRIC_PORTS),
            "execution.checkpointing.dir: file://" + folder.resolve("checkpoints"))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** What {@code flink run -d JAR ARGUMENT} does; fails the test if it fails. */
  void run(Path jar, Path argument) throws IOException, InterruptedException {
    Process client =
        begin(
            "client",
            "org.apache.flink.client.cli.CliFrontend",
            "run",
            "-d",
            jar.toString(),
            argument.toString());
    if (!client.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS) || client.exitValue() != 0) {
      throw new AssertionError(
          "flink run failed: " + Files.readString(folder.resolve("client.log")));
    }
  }

  /** Everything that the processes of the cluster tell Prometheus. */
  String metrics() throws InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    StringBuilder text = new StringBuilder();
    for (int port = metricPort; port <= metricPort + METRIC_PORTS; port++) {
      URI address = URI.create("http://127.0.0.1:" + port + "/metrics");
      try {
        HttpRequest request = HttpRequest.newBuilder(address).timeout(LIMIT).build();
        text.append(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
      } catch (ConnectException e) {
        text.append("# nobody on ").append(port).append('\n');
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return text.toString();
  }

  /** The most memory that the TaskManager's process has had resident so far, bytes; Linux only. */
  long taskManagerPeakBytes() throws IOException {
    Path status = Path.of("/proc", String.valueOf(taskManager.pid()), "status");
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
        .findFirst()
        .orElseThrow();
  }

  private Process begin(String role, String mainClass, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The heap is resident as a whole from the start: what grows is native memory, and what fills
    // the heap is an OutOfMemoryError.
    command.addAll(List.of("-Xms" + HEAP, "-Xmx" + HEAP, "-XX:+AlwaysPreTouch"));
    for (String open : List.of("java.lang", "java.util", "java.net", "java.nio", "java.time")) {
      command.add("--add-opens=java.base/" + open + "=ALL-UNNAMED");
    }
    command.add("-cp");
    command.add(classPath());
    command.add(mainClass);
    if (arguments.length == 0) {
      command.addAll(List.of("--configDir", configuration.toString()));
    }
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("FLINK_CONF_DIR", configuration.toString());
    builder.redirectOutput(folder.resolve(role + ".log").toFile());
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> NOT_IN_FLINK.stream().noneMatch(entry::contains))
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
  }
}
