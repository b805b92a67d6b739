package io.lipstream.publish;

import io.lipstream.pipeline.JobTicket;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What stands with a published object so that anyone can tell whose it is and what it holds, and
 * can build the outcome from it without reading the video.
 */
record VideoMetadata(String jobId, String requestDigest, String copiedFrom, VideoFacts facts) {
  private static final String COPIED_FROM = "copied-from";

  static VideoMetadata of(JobTicket job, String copiedFrom, VideoFacts facts) {
    return new VideoMetadata(job.jobId(), job.requestDigest(), copiedFrom, facts);
  }

  boolean isOf(JobTicket job) {
    return jobId.equals(job.jobId()) && requestDigest.equals(job.requestDigest());
  }

  Map<String, String> toMetadata() {
    Map<String, String> metadata = new HashMap<>(required());
    if (!copiedFrom.isEmpty()) {
      metadata.put(COPIED_FROM, copiedFrom);
    }
    return metadata;
  }

  private Map<String, String> required() {
    return Map.ofEntries(
        Map.entry("job-id", jobId),
        Map.entry("request-digest", requestDigest),
        Map.entry("sha256", facts.sha256()),
        Map.entry("size", Long.toString(facts.size())),
        Map.entry("width", Integer.toString(facts.width())),
        Map.entry("height", Integer.toString(facts.height())),
        Map.entry("frame-rate", Integer.toString(facts.fps())),
        Map.entry("frames", Integer.toString(facts.frames())),
        Map.entry("engine", facts.engine()),
        Map.entry("model-digest", facts.modelDigest()));
  }

  /** Reads it back; empty if the object was not published by Lipstream. */
  static Optional<VideoMetadata> read(Map<String, String> metadata) {
    try {
      return Optional.of(
          new VideoMetadata(
              metadata.get("job-id"),
              metadata.get("request-digest"),
              metadata.getOrDefault(COPIED_FROM, ""),
              new VideoFacts(
                  Long.parseLong(metadata.get("size")),
                  metadata.get("sha256"),
                  Integer.parseInt(metadata.get("width")),
                  Integer.parseInt(metadata.get("height")),
                  Integer.parseInt(metadata.get("frame-rate")),
                  Integer.parseInt(metadata.get("frames")),
                  metadata.get("engine"),
                  metadata.get("model-digest"))));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }
}
