package io.lipstream.local.endtoend;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.event.Completion;
import io.lipstream.event.JobState;
import io.lipstream.event.Progress;
import io.lipstream.event.Request;
import io.lipstream.event.VideoObject;
import io.lipstream.local.client.EventFeed;
import io.lipstream.local.client.PipelineClient;
import io.lipstream.local.stack.FlinkJob;
import io.lipstream.local.stack.LocalStack;
import io.lipstream.local.stack.StackOptions;
import io.lipstream.settings.Settings;
import io.lipstream.storage.ObjectStore;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.S3Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.apache.avro.specific.SpecificRecord;

/**
 * The whole embedded stack, every server real, and a client of it that remembers every event since
 * the start. One thread.
 */
final class PipelineUnderTest implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final Duration POLL = Duration.ofMillis(100);

  private final LocalStack stack;
  private final Path folder;
  private final KafkaConnection connection;
  private final PipelineClient client;
  private final EventFeed feed;
  private final List<Completion> completions = new ArrayList<>();
  private final List<Progress> progress = new ArrayList<>();

  private PipelineUnderTest(LocalStack stack, Path folder) {
    this.stack = stack;
    this.folder = folder;
    connection = KafkaConnection.plain(stack.addresses().kafka(), stack.addresses().registry());
    client = new PipelineClient(connection, store(), LocalStack.ASSET_BUCKET);
    feed = client.feedFromBeginning();
  }

  static PipelineUnderTest start(Path folder, Map<String, String> settings) {
    return new PipelineUnderTest(LocalStack.start(options(folder, settings)), folder);
  }

  /** A stack whose own cluster runs another job, so that the render job can run elsewhere. */
  static PipelineUnderTest startWithoutRenderJob(Path folder, FlinkJob other) {
    return new PipelineUnderTest(LocalStack.start(options(folder, Map.of()), other), folder);
  }

  private static StackOptions options(Path folder, Map<String, String> settings) {
    StackOptions options = StackOptions.in(folder.resolve("stack"));
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      options = options.with(setting.getKey(), setting.getValue());
    }
    return options;
  }

  LocalStack stack() {
    return stack;
  }

  KafkaConnection connection() {
    return connection;
  }

  /** A connection of its own to the stack's object store. */
  ObjectStore store() {
    Map<String, String> s3 = new HashMap<>(stack.settings());
    s3.keySet().removeIf(key -> !key.startsWith("s3."));
    return S3ObjectStore.open(S3Settings.from(Settings.parse(S3Settings.SETTINGS, s3)));
  }

  /** A request for the two files with an id of its own. */
  Request.Builder request(Path portrait, Path voice) {
    return Request.newBuilder()
        .setRequestId(UUID.randomUUID().toString())
        .setTenant("tenant")
        .setImageUri(client.upload(portrait))
        .setAudioUri(client.upload(voice));
  }

  String send(Request.Builder builder) {
    Request request = builder.build();
    client.send(request);
    return request.getRequestId();
  }

  /** The completion of a request; fails the test if there's none in time. */
  Completion completion(String requestId) {
    await("completion of " + requestId, () -> !completionsOf(requestId).isEmpty());
    return completionsOf(requestId).get(0);
  }

  /** The completion of the request whose id begins so. */
  Completion completionBeginning(String begin) {
    await("completion of " + begin, () -> requestIdBeginning(begin).isPresent());
    return completion(requestIdBeginning(begin).orElseThrow());
  }

  private Optional<String> requestIdBeginning(String begin) {
    return completions.stream()
        .map(Completion::getRequestId)
        .filter(id -> id.startsWith(begin))
        .findFirst();
  }

  List<Completion> completions(List<String> requestIds) {
    return requestIds.stream().map(this::completion).toList();
  }

  List<Completion> completionsOf(String requestId) {
    return completions.stream().filter(event -> event.getRequestId().equals(requestId)).toList();
  }

  void awaitState(String requestId, JobState state) {
    await(
        requestId + " in state " + state,
        () ->
            progress.stream()
                .anyMatch(
                    event -> event.getRequestId().equals(requestId) && event.getState() == state));
  }

  Path download(VideoObject video) {
    Path file = folder.resolve(video.getSha256() + ".mp4");
    client.download(video, file);
    return file;
  }

  /** Every job that ended, and whether it ended once. */
  Set<String> jobsThatEndedTwice() {
    Set<String> seen = new HashSet<>();
    Set<String> twice = new HashSet<>();
    completions.forEach(
        event -> {
          if (!seen.add(event.getEventId())) {
            twice.add(event.getEventId());
          }
        });
    Set<String> jobs = new HashSet<>();
    completions.stream()
        .filter(event -> event.getState() != JobState.REJECTED)
        .filter(event -> !jobs.add(event.getJobId()))
        .forEach(event -> twice.add(event.getJobId()));
    return twice;
  }

  void await(String what, BooleanSupplier condition) {
    Instant end = Instant.now().plus(LIMIT);
    while (!condition.getAsBoolean()) {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError("no " + what + " within " + LIMIT);
      }
      poll();
    }
  }

  private void poll() {
    for (SpecificRecord event : feed.poll(POLL)) {
      if (event instanceof Completion completion) {
        completions.add(completion);
      } else if (event instanceof Progress step) {
        progress.add(step);
      }
    }
  }

  @Override
  public void close() {
    feed.close();
    client.close();
    stack.close();
  }
}
