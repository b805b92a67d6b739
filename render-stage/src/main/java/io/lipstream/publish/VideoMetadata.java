package io.lipstream.publish;

import io.lipstream.pipeline.JobTicket;
import java.util.Map;
import java.util.Optional;

/**
 * What stands with a published object so that anyone can tell whose it is and what it holds, and
 * can build the outcome from it without reading the video.
 */
record VideoMetadata(String jobId, String requestDigest, VideoFacts facts) {
  static VideoMetadata of(JobTicket job, VideoFacts facts) {
    return new VideoMetadata(job.jobId(), job.requestDigest(), facts);
  }

  boolean isOf(JobTicket job) {
    return jobId.equals(job.jobId()) && requestDigest.equals(job.requestDigest());
  }

  Map<String, String> toMetadata() {
    return Map.of(
        "job-id", jobId,
        "request-digest", requestDigest,
        "sha256", facts.sha256(),
        "size", Long.toString(facts.size()),
        "picture", facts.width() + "x" + facts.height(),
        "frame-rate", Integer.toString(facts.fps()),
        "frames", Integer.toString(facts.frames()),
        "engine", facts.engine(),
        "model-digest", facts.modelDigest());
  }

  /** Reads it back; empty if the object was not published by Lipstream. */
  static Optional<VideoMetadata> read(Map<String, String> metadata) {
    try {
      String[] picture = metadata.get("picture").split("x");
      return Optional.of(
          new VideoMetadata(
              metadata.get("job-id"),
              metadata.get("request-digest"),
              new VideoFacts(
                  Long.parseLong(metadata.get("size")),
                  metadata.get("sha256"),
                  Integer.parseInt(picture[0]),
                  Integer.parseInt(picture[1]),
                  Integer.parseInt(metadata.get("frame-rate")),
                  Integer.parseInt(metadata.get("frames")),
                  metadata.get("engine"),
                  metadata.get("model-digest"))));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }
}
