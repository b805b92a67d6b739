package io.lipstream.publish;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.ObjectStore;
import io.lipstream.storage.StoredObject;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Puts a finished video on the shelf, exactly once a job: one conditional write, and the first
 * stored object wins. Where an object stands already and is this job's own, from an earlier attempt
 * or a write whose answer was lost, that object is the result, whatever our own bytes are; where it
 * is another's, the job fails with OUTPUT_CONFLICT. Thread-safe.
 */
public final class VideoPublisher {
  private final ObjectStore store;
  private final String cacheControl;

  /**
   * @param cacheControl Cache-Control header of the object, empty for none
   */
  public VideoPublisher(ObjectStore store, String cacheControl) {
    this.store = store;
    this.cacheControl = cacheControl;
  }

  /**
   * Publishes the file as the video of the job.
   *
   * @return what stands in the store now
   * @throws LipstreamException OUTPUT_CONFLICT, STORAGE_UNAVAILABLE
   */
  public PublishedVideo publish(JobTicket job, Path file, VideoFacts facts) {
    return publish(job, file, facts, "");
  }

  /**
   * As above, a copy of another job's video.
   *
   * @param copiedFrom id of that job
   */
  public PublishedVideo publish(JobTicket job, Path file, VideoFacts facts, String copiedFrom) {
    ObjectAddress address = ObjectAddress.parse(job.outputUri());
    ObjectDescription description =
        new ObjectDescription(
            "video/mp4", cacheControl, VideoMetadata.of(job, copiedFrom, facts).toMetadata());
    if (store.create(address, file, description)) {
      return new PublishedVideo(address, facts, cacheControl, copiedFrom);
    }
    return standing(job, address)
        .orElseThrow(
            () ->
                new LipstreamException(
                    ErrorCode.OUTPUT_CONFLICT,
                    "another job's object stands at %s; give each request an output of its own"
                        .formatted(address)));
  }

  /** The job's own video, if it stands at its output address already. */
  public Optional<PublishedVideo> standing(JobTicket job) {
    return standing(job, ObjectAddress.parse(job.outputUri()));
  }

  /** What is known of the video at the address, if one that the job published stands there. */
  public Optional<VideoFacts> factsOf(ObjectAddress address, String jobId) {
    return store
        .find(address)
        .flatMap(object -> VideoMetadata.read(object.description().metadata()))
        .filter(metadata -> metadata.jobId().equals(jobId))
        .map(VideoMetadata::facts);
  }

  private Optional<PublishedVideo> standing(JobTicket job, ObjectAddress address) {
    return store.find(address).flatMap(object -> ownVideo(job, object));
  }

  private static Optional<PublishedVideo> ownVideo(JobTicket job, StoredObject object) {
    ObjectDescription description = object.description();
    return VideoMetadata.read(description.metadata())
        .filter(metadata -> metadata.isOf(job))
        .map(
            metadata ->
                new PublishedVideo(
                    object.address(),
                    metadata.facts(),
                    description.cacheControl(),
                    metadata.copiedFrom()));
  }
}
