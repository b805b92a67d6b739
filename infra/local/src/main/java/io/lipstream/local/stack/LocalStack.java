package io.lipstream.local.stack;

import io.lipstream.error.LipstreamException;
import io.lipstream.job.DataPlaneSettings;
import io.lipstream.job.RenderJob;
import io.lipstream.registry.SchemaRegistration;
import io.lipstream.settings.Setting;
import io.lipstream.topic.TopicCreation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobStatus;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that Lipstream needs, on loopback, in this process and one child: broker, schema
 * registry, object store, Flink cluster, ingest and the render job. The servers start side by side;
 * what needs several of them starts as soon as those are there. Closing ends them in the opposite
 * order. Start, use and close from one thread.
 */
public final class LocalStack implements AutoCloseable {
  /** Bucket that clients put their portraits and voices into. */
  public static final String ASSET_BUCKET = EmbeddedShelf.ASSETS;

  private static final Logger LOG = LoggerFactory.getLogger(LocalStack.class);

  private final StackOptions options;
  private final Optional<FlinkJob> job;
  private final StartTimes times = new StartTimes();
  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private EmbeddedBroker broker;
  private EmbeddedRegistry registry;
  private EmbeddedShelf shelf;
  private DataPlane dataPlane;

  private LocalStack(StackOptions options, Optional<FlinkJob> job) {
    this.options = options;
    this.job = job;
  }

  /**
   * Starts a stack; the first request is accepted when this returns.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if the folder or a port is taken
   */
  public static LocalStack start(StackOptions options) {
    return start(options, Optional.empty());
  }

  /** Starts a stack with a job of the caller's on its cluster instead of the render job. */
  public static LocalStack start(StackOptions options, FlinkJob job) {
    return start(options, Optional.of(job));
  }

  /** Addresses of the stack that a process runs on the data folder now, if one does. */
  public static Optional<StackAddresses> running(Path data) {
    return DataLock.held(data) ? StackAddresses.read(data) : Optional.empty();
  }

  private static LocalStack start(StackOptions options, Optional<FlinkJob> job) {
    LocalStack stack = new LocalStack(options, job);
    try {
      stack.times.measured("all", stack::startAll);
      return stack;
    } catch (RuntimeException e) {
      stack.close();
      throw e;
    }
  }

  private LocalStack startAll() {
    Path data = options.data();
    keep(DataLock.take(data));
    List<Integer> ports =
        Loopback.ports(
            List.of(
                options.kafkaPort(),
                0,
                options.registryPort(),
                options.s3Port(),
                options.flinkPort()));
    ExecutorService threads = Executors.newCachedThreadPool(work -> new Thread(work, "start"));
    try {
      startServers(data, ports, threads);
    } catch (CompletionException e) {
      throw LipstreamException.of(e.getCause());
    } finally {
      threads.shutdown();
    }
    addresses().write(data);
    keep(() -> StackAddresses.remove(data));
    return this;
  }

  private void startServers(Path data, List<Integer> ports, ExecutorService threads) {
    var topics =
        begin(
                threads,
                "broker",
                () -> {
                  Path folder = data.resolve("kafka");
                  broker = keep(EmbeddedBroker.start(folder, ports.get(0), ports.get(1)));
                  return broker;
                })
            .thenApply(ready -> times.measured("topics", this::createTopics));
    var schemas =
        begin(
                threads,
                "registry",
                () -> {
                  Path log = data.resolve("logs").resolve("registry.log");
                  registry =
                      keep(EmbeddedRegistry.start(data.resolve("registry"), log, ports.get(2)));
                  return registry;
                })
            .thenApply(ready -> times.measured("schemas", this::registerSchemas));
    var shelves =
        begin(
            threads,
            "shelf",
            () -> {
              shelf = keep(EmbeddedShelf.start(data.resolve("s3"), ports.get(3)));
              return shelf;
            });
    var cluster =
        begin(
            threads,
            "flink",
            () -> {
              Path folder = data.resolve("flink");
              dataPlane = keep(DataPlane.start(folder, ports.get(4)));
              return dataPlane;
            });
    CompletableFuture.allOf(topics, schemas, shelves, cluster)
        .thenApply(ready -> times.measured("job", this::runJob))
        .join();
  }

  private <T> CompletableFuture<T> begin(ExecutorService threads, String part, Supplier<T> start) {
    return CompletableFuture.supplyAsync(() -> times.measured(part, start), threads);
  }

  private LocalStack createTopics() {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      TopicCreation.ensure(admin, (short) 1);
    }
    return this;
  }

  private LocalStack registerSchemas() {
    SchemaRegistration.register(registry.url());
    return this;
  }

  private LocalStack runJob() {
    dataPlane.runFromNewestCheckpoint(job());
    return this;
  }

  private FlinkJob job() {
    return job.orElseGet(
        () -> {
          DataPlaneSettings configuration =
              new DataPlaneSettings(settingsAmong(DataPlaneSettings.SETTINGS));
          return environment -> RenderJob.build(environment, configuration);
        });
  }

  /** Those of the stack's settings that a module declares. */
  private Map<String, String> settingsAmong(List<Setting> declared) {
    Map<String, String> settings = settings();
    settings.keySet().retainAll(declared.stream().map(Setting::key).toList());
    return settings;
  }

  private <T extends AutoCloseable> T keep(T part) {
    synchronized (started) {
      started.push(part);
    }
    return part;
  }

  public StackAddresses addresses() {
    return new StackAddresses(
        broker.bootstrapServers(), registry.url(), shelf.endpoint(), dataPlane.url());
  }

  /** Configuration of every module that works on this stack: its addresses and what was asked. */
  public Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>(addresses().settings());
    settings.put("s3.work-bucket", EmbeddedShelf.WORK);
    settings.put("fetch.s3-allowed", ASSET_BUCKET);
    settings.putAll(options.settings());
    return settings;
  }

  /** How long each part of the start took; parts overlap. */
  public Map<String, Duration> startTimes() {
    return times.all();
  }

  /** State of the Flink job that runs now. */
  public JobStatus jobStatus() {
    return dataPlane.status();
  }

  /** Ends the Flink cluster and its job without notice: no savepoint, nothing committed. */
  public void killJob() {
    dataPlane.close();
  }

  /** Starts cluster and job anew after {@link #killJob}, from the newest checkpoint. */
  public void restartJob() {
    dataPlane.startCluster();
    dataPlane.runFromNewestCheckpoint(job());
  }

  /** Starts cluster and job anew after {@link #killJob}, with the state lost. */
  public void restartJobWithoutState() {
    dataPlane.startCluster();
    dataPlane.runAfresh(job());
  }

  @Override
  public void close() {
    synchronized (started) {
      while (!started.isEmpty()) {
        closeOne(started.pop());
      }
    }
  }

  private static void closeOne(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      LOG.warn("{} did not close in order", part.getClass().getSimpleName(), e);
    }
  }
}
