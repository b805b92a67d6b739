package io.lipstream.bench.pipeline;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Completion;
import io.lipstream.event.JobState;
import io.lipstream.event.Request;
import io.lipstream.local.client.EventFeed;
import io.lipstream.local.client.PipelineClient;
import io.lipstream.local.stack.LocalStack;
import io.lipstream.settings.Settings;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.S3Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/**
 * Who sends requests to a stack and reads what becomes of them, as any client would. Use from one
 * thread.
 */
public final class PipelineUser implements AutoCloseable {
  private static final String TENANT = "bench";
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final PipelineClient client;
  private final EventFeed feed;
  private int clips;

  private PipelineUser(PipelineClient client) {
    this.client = client;
    this.feed = client.feedFromNow();
  }

  public static PipelineUser of(LocalStack stack) {
    Map<String, String> store =
        stack.addresses().settings().entrySet().stream()
            .filter(entry -> entry.getKey().startsWith("s3."))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    return new PipelineUser(
        new PipelineClient(
            KafkaConnection.plain(stack.addresses().kafka(), stack.addresses().registry()),
            S3ObjectStore.open(S3Settings.from(Settings.parse(S3Settings.SETTINGS, store))),
            LocalStack.ASSET_BUCKET));
  }

  /**
   * Puts the files of a clip on the shelf; the request for it is sent by {@link #send}. Each has a
   * seed of its own, or the same clip would be copied the second time.
   */
  public Request.Builder upload(SampleClip clip, int resolution) {
    return Request.newBuilder()
        .setRequestId(UUID.randomUUID().toString())
        .setTenant(TENANT)
        .setImageUri(client.upload(clip.photo()))
        .setAudioUri(client.upload(clip.voice()))
        .setSeed(clips++)
        .setMinResolution(resolution);
  }

  /** Sends a request; its id is returned as soon as it is durable. */
  public String send(Request.Builder request) {
    client.send(request.build());
    return request.getRequestId();
  }

  /**
   * Completions that came, after so long at most.
   *
   * @throws LipstreamException what the job failed with
   */
  public List<Completion> completions(Duration limit) {
    List<Completion> found = new ArrayList<>();
    for (SpecificRecord event : feed.poll(limit)) {
      if (event instanceof Completion completion) {
        if (completion.getState() != JobState.COMPLETED) {
          throw new LipstreamException(
              ErrorCode.INTERNAL,
              "job %s ended as %s: %s"
                  .formatted(completion.getJobId(), completion.getState(), completion.getErrors()));
        }
        found.add(completion);
      }
    }
    return found;
  }

  /** The next completion. */
  public Completion await() {
    return await(1).get(0);
  }

  /** So many completions, in the order in which they came. */
  public List<Completion> await(int count) {
    List<Completion> found = new ArrayList<>();
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (found.size() < count) {
      if (System.nanoTime() > end) {
        throw new LipstreamException(
            ErrorCode.INTERNAL,
            "%d of %d jobs ended within %s".formatted(found.size(), count, PATIENCE));
      }
      found.addAll(completions(Duration.ofMillis(100)));
    }
    return found;
  }

  @Override
  public void close() {
    feed.close();
    client.close();
  }
}
