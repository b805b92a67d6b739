package io.lipstream.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lipstream.event.Completion;
import io.lipstream.event.VideoObject;
import io.lipstream.ledger.JobRow;
import io.lipstream.registry.StoredEvents;
import io.lipstream.storage.ObjectAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A task as a client sees it. A finished one carries a link to its video, made anew for each
 * answer. Thread-safe.
 */
final class TaskDocument {
  private static final List<String> FROM_COMPLETION =
      List.of(
          "errors",
          "timings",
          "parameters",
          "asked",
          "engine",
          "model_digest",
          "warnings",
          "copied_from");

  private final VideoLinks links;
  private final Duration lifetime;
  private final Clock clock;

  TaskDocument(VideoLinks links, Duration lifetime, Clock clock) {
    this.links = links;
    this.lifetime = lifetime;
    this.clock = clock;
  }

  /** The document of a task, whether the ledger has met it or not. */
  ObjectNode of(String jobId, Optional<JobRow> found) {
    ObjectNode task = Json.object();
    task.put("task_id", jobId);
    task.put("state", TaskState.of(found));
    task.put("status_url", "/tasks/" + jobId);
    found.filter(TaskState::isDecided).ifPresent(row -> describe(task, row));
    return task;
  }

  private void describe(ObjectNode task, JobRow row) {
    task.put("request_id", row.getRequestId());
    task.put("tenant", row.getTenant());
    if (!row.getLane().isEmpty()) {
      task.put("lane", row.getLane());
    }
    task.putObject("progress")
        .put("fraction", row.getFraction())
        .put("frames_done", row.getFramesDone())
        .put("frames_total", row.getFramesTotal());
    task.put("attempts", row.getAttempt());
    task.put("accepted_at", Instant.ofEpochMilli(row.getAcceptedAt()).toString());
    if (row.getDeadline() != Long.MAX_VALUE) {
      task.put("deadline", Instant.ofEpochMilli(row.getDeadline()).toString());
    }
    if (row.getEndedAt() > 0) {
      task.put("ended_at", Instant.ofEpochMilli(row.getEndedAt()).toString());
    }
    if (TaskState.isPassing(row)) {
      task.put("retry_at", Instant.ofEpochMilli(row.getRetryAt()).toString());
    }
    if (row.getUserData() != null) {
      task.put("user_data", row.getUserData());
    }
    completion(row).ifPresent(completion -> describe(task, completion));
  }

  private void describe(ObjectNode task, Completion completion) {
    ObjectNode all = Json.completion(completion);
    task.setAll(all.retain(FROM_COMPLETION));
    VideoObject video = completion.getVideo();
    if (video != null) {
      task.put(
          "video_url",
          links.reading(new ObjectAddress(video.getBucket(), video.getKey()), lifetime));
      task.put("video_url_expires_at", clock.instant().plus(lifetime).toString());
      task.set("video", Json.completion(completion).get("video"));
    }
  }

  /** How a job ended; none while it has not. */
  static Optional<Completion> completion(JobRow row) {
    return Optional.ofNullable(row.getCompletion()).map(StoredEvents::completion);
  }
}
