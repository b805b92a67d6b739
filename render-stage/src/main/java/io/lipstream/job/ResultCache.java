package io.lipstream.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lipstream.error.LipstreamException;
import io.lipstream.gathering.GatheredClip;
import io.lipstream.pipeline.Fetched;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.publish.PublishedVideo;
import io.lipstream.publish.VideoFacts;
import io.lipstream.publish.VideoPublisher;
import io.lipstream.settings.Settings;
import io.lipstream.storage.Digest;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.ObjectStore;
import io.lipstream.storage.S3Settings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers on the shelf where a rendered video stands, under all that decides it, and finds it for
 * a job that would give the same. Only the tenant's own are found. It never fails a job: an entry
 * that cannot be read, or whose video has gone or is not what it was, is none; one whose video has
 * gone is removed, so that the next video takes its place. Thread-safe.
 */
final class ResultCache {
  private static final Logger LOG = LoggerFactory.getLogger(ResultCache.class);
  private static final ObjectDescription TYPE = ObjectDescription.of("application/json");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What stands on the shelf. */
  private record Entry(
      @JsonProperty(required = true) String video,
      @JsonProperty(required = true) String jobId,
      @JsonProperty(required = true) String warnings) {}

  private final ObjectStore store;
  private final VideoPublisher publisher;
  private final String bucket;
  private final ResultKey key;

  ResultCache(ObjectStore store, VideoPublisher publisher, String bucket, ResultKey key) {
    this.store = store;
    this.publisher = publisher;
    this.bucket = bucket;
    this.key = key;
  }

  /** None where it is switched off. */
  static Optional<ResultCache> of(Settings settings, ObjectStore store, VideoPublisher publisher) {
    return ResultCacheSettings.from(settings).enabled()
        ? Optional.of(
            new ResultCache(
                store, publisher, S3Settings.from(settings).workBucket(), ResultKey.of(settings)))
        : Optional.empty();
  }

  /** Notes a video that was rendered; a copy is not noted. */
  void remember(GatheredClip gathered, PublishedVideo video) {
    PreparedClip clip = gathered.clip();
    if (!video.copiedFrom().isEmpty()) {
      return;
    }
    try {
      store.create(
          address(
              clip.job(),
              clip.portrait().sha256(),
              clip.voice().sha256(),
              video.facts().modelDigest()),
          JSON.writeValueAsBytes(
              new Entry(video.address().uri(), clip.job().jobId(), clip.warnings())),
          TYPE);
    } catch (IOException | LipstreamException e) {
      LOG.info("job {}: its result is not remembered: {}", clip.job().jobId(), e.getMessage());
    }
  }

  /**
   * A copy of the video that the job would give.
   *
   * @param file where the copy goes
   */
  Optional<FoundResult> find(Fetched fetched, String modelDigest, Path file) {
    JobTicket job = fetched.job();
    ObjectAddress address =
        address(job, fetched.portrait().sha256(), fetched.voice().sha256(), modelDigest);
    try {
      if (store.find(address).isEmpty()) {
        return Optional.empty();
      }
      Entry entry = read(address);
      ObjectAddress video = ObjectAddress.parse(entry.video());
      Optional<VideoFacts> facts = publisher.factsOf(video, entry.jobId());
      if (facts.isEmpty()) {
        store.delete(address);
        return miss(job, "the video of job %s has gone".formatted(entry.jobId()));
      }
      return copied(video, facts.get(), file)
          ? Optional.of(new FoundResult(file, entry.jobId(), facts.get(), entry.warnings()))
          : miss(job, "%s is not what it was published as".formatted(video));
    } catch (IOException | LipstreamException | IllegalArgumentException e) {
      return miss(job, e.getMessage());
    }
  }

  private Entry read(ObjectAddress address) throws IOException {
    try (InputStream content = store.read(address)) {
      return JSON.readValue(content, Entry.class);
    }
  }

  private boolean copied(ObjectAddress video, VideoFacts facts, Path file) throws IOException {
    try (InputStream content = store.read(video)) {
      Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
    }
    return Files.size(file) == facts.size() && Digest.of(file).equals(facts.sha256());
  }

  private static Optional<FoundResult> miss(JobTicket job, String reason) {
    LOG.info("job {}: rendered, since an equal result cannot be had: {}", job.jobId(), reason);
    return Optional.empty();
  }

  private ObjectAddress address(JobTicket job, String portrait, String voice, String modelDigest) {
    return new ObjectAddress(bucket, "work/results/" + key.of(job, portrait, voice, modelDigest));
  }
}
