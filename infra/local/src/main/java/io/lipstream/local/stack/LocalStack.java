package io.lipstream.local.stack;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.error.LipstreamException;
import io.lipstream.ingest.EdgeApplication;
import io.lipstream.ingest.IngestApplication;
import io.lipstream.job.DataPlaneSettings;
import io.lipstream.job.RenderJob;
import io.lipstream.lifecycle.StartedParts;
import io.lipstream.registry.SchemaRegistration;
import io.lipstream.topic.TopicCreation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobStatus;
import org.apache.kafka.clients.admin.Admin;

/**
 * Everything that Lipstream needs, on loopback, in this process and one child: broker, schema
 * registry, object store, Flink cluster, ingest and the render job. The servers start side by side;
 * what needs several of them starts as soon as those are there. Closing ends them in the opposite
 * order. Start, use and close from one thread.
 */
public final class LocalStack implements AutoCloseable {
  /** Bucket that clients put their portraits and voices into. */
  public static final String ASSET_BUCKET = EmbeddedShelf.ASSETS;

  private final StackOptions options;
  private final Optional<FlinkJob> job;
  private final StartTimes times = new StartTimes();
  private final StartedParts started = new StartedParts();
  private StackAddresses addresses;
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
    StackSettings.checkKeys(options);
    Path data = options.data();
    keep(DataLock.take(data));
    StackPorts ports = StackPorts.choose(options);
    addresses = ports.addresses();
    stackSettings().check();
    ExecutorService threads = Executors.newCachedThreadPool(work -> new Thread(work, "start"));
    try {
      startServers(data, ports, threads);
    } catch (CompletionException e) {
      throw LipstreamException.of(e.getCause());
    } finally {
      threads.shutdown();
    }
    addresses.write(data);
    keep(() -> StackAddresses.remove(data));
    return this;
  }

  private void startServers(Path data, StackPorts ports, ExecutorService threads) {
    var topics =
        begin(
                threads,
                "broker",
                () ->
                    keep(
                        EmbeddedBroker.start(
                            data.resolve("kafka"), ports.kafka(), ports.controller())))
            .thenApply(broker -> times.measured("topics", this::createTopics));
    var schemas =
        begin(
                threads,
                "registry",
                () ->
                    keep(
                        EmbeddedRegistry.start(
                            data.resolve("registry"),
                            data.resolve("logs").resolve("registry.log"),
                            ports.registry())))
            .thenApply(registry -> times.measured("schemas", this::registerSchemas));
    var shelf =
        begin(threads, "shelf", () -> keep(EmbeddedShelf.start(data.resolve("s3"), ports.s3())));
    var cluster =
        begin(
            threads,
            "flink",
            () -> {
              dataPlane =
                  keep(DataPlane.start(data.resolve("flink"), ports.flink(), ports.metrics()));
              return dataPlane;
            });
    var contracts = CompletableFuture.allOf(topics, schemas);
    var admission =
        contracts.thenApplyAsync(ready -> times.measured("ingest", this::startIngest), threads);
    var work =
        CompletableFuture.allOf(contracts, shelf, cluster)
            .thenApplyAsync(ready -> times.measured("job", this::runJob), threads);
    CompletableFuture.allOf(admission, work).join();
  }

  private <T> CompletableFuture<T> begin(ExecutorService threads, String part, Supplier<T> start) {
    return CompletableFuture.supplyAsync(() -> times.measured(part, start), threads);
  }

  private LocalStack createTopics() {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", addresses.kafka()))) {
      TopicCreation.ensure(admin, (short) 1);
    }
    return this;
  }

  private LocalStack registerSchemas() {
    SchemaRegistration.register(addresses.registry());
    return this;
  }

  private LocalStack startIngest() {
    KafkaConnection connection = KafkaConnection.plain(addresses.kafka(), addresses.registry());
    keep(IngestApplication.start(stackSettings().ingest(), stackSettings().edges(), connection));
    keep(EdgeApplication.start(stackSettings().edges(), connection));
    return this;
  }

  private LocalStack runJob() {
    dataPlane.runFromNewestCheckpoint(flinkJob());
    return this;
  }

  private FlinkJob flinkJob() {
    DataPlaneSettings settings = stackSettings().dataPlane();
    return job.orElse(environment -> RenderJob.build(environment, settings));
  }

  private StackSettings stackSettings() {
    return StackSettings.of(options.data(), addresses.settings(), options.settings());
  }

  private <T extends AutoCloseable> T keep(T part) {
    return started.keep(part);
  }

  public StackAddresses addresses() {
    return addresses;
  }

  /** Configuration of every module that works on this stack: its addresses and what was asked. */
  public Map<String, String> settings() {
    return stackSettings().all();
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
    dataPlane.runFromNewestCheckpoint(flinkJob());
  }

  /** Starts cluster and job anew after {@link #killJob}, with the state lost. */
  public void restartJobWithoutState() {
    dataPlane.startCluster();
    dataPlane.runAfresh(flinkJob());
  }

  @Override
  public void close() {
    started.close();
  }
}
