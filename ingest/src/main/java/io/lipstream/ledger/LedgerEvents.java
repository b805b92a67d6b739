package io.lipstream.ledger;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.Callback;
import io.lipstream.event.Completion;
import io.lipstream.event.Control;
import io.lipstream.event.JobError;
import io.lipstream.event.JobState;
import io.lipstream.event.Outcome;
import io.lipstream.event.Progress;
import io.lipstream.event.Removal;
import io.lipstream.event.VideoObject;
import java.time.Instant;
import java.util.List;

/** Builds events from rows. Pure. */
final class LedgerEvents {
  private LedgerEvents() {}

  static Progress progress(JobRow row, Long remaining, JobError error, long now) {
    return Progress.newBuilder()
        .setJobId(row.getJobId())
        .setTenant(row.getTenant())
        .setRequestId(row.getRequestId())
        .setState(Rows.state(row))
        .setFraction(row.getFraction())
        .setFramesDone(row.getFramesDone())
        .setFramesTotal(row.getFramesTotal())
        .setRemainingMs(remaining)
        .setAttempt(row.getAttempt())
        .setUpdatedAt(Instant.ofEpochMilli(now))
        .setError(error)
        .build();
  }

  static Completion completed(JobRow row, Outcome outcome, long now) {
    return completion(row, now)
        .setVideo(outcome.getVideo())
        .setTimings(outcome.getTimings())
        .setEngine(outcome.getEngine())
        .setModelDigest(outcome.getModelDigest())
        .setWarnings(outcome.getWarnings())
        .setCopiedFrom(outcome.getCopiedFrom())
        .build();
  }

  static Completion ended(JobRow row, List<JobError> errors, long now) {
    return completion(row, now).setErrors(errors).build();
  }

  /** An event of its own, with a job id of its own, that leaves the first job alone. */
  static Completion conflict(RequestIdentity identity, JobRow first, long now) {
    JobError conflict =
        ErrorCode.IDEMPOTENCE_CONFLICT.jobError(
            "request_id is '%s', which job %s has taken with other content; send new content under a new id"
                .formatted(identity.requestId(), first.getJobId()));
    return rejection(identity.conflictId(), identity, conflict, now);
  }

  /** An event with a job id of its own, so that the job can still come to its one end. */
  static Completion refusal(RequestIdentity identity, JobError error, long now) {
    return rejection(identity.refusalId(now), identity, error, now);
  }

  private static Completion rejection(
      String id, RequestIdentity identity, JobError error, long now) {
    return Completion.newBuilder()
        .setEventId(Reuse.eventId(id, 0))
        .setJobId(id)
        .setTenant(identity.tenant())
        .setRequestId(identity.requestId())
        .setState(JobState.REJECTED)
        .setErrors(List.of(error))
        .setAcceptedAt(Instant.ofEpochMilli(now))
        .setCompletedAt(Instant.ofEpochMilli(now))
        .setUserData(identity.userData())
        .build();
  }

  static Callback callback(String url, Completion completion, long now, long patience) {
    return Callback.newBuilder()
        .setEventId(completion.getEventId())
        .setJobId(completion.getJobId())
        .setTenant(completion.getTenant())
        .setUrl(url)
        .setCompletion(Rows.bytes(completion))
        .setNextAt(Instant.ofEpochMilli(now))
        .setGiveUpAt(Instant.ofEpochMilli(now + patience))
        .build();
  }

  static Removal removal(JobRow row, VideoObject video, long now) {
    return Removal.newBuilder()
        .setJobId(row.getJobId())
        .setReason("the video came after the job had ended as " + row.getState())
        .setObjects(List.of("s3://%s/%s".formatted(video.getBucket(), video.getKey())))
        .setIssuedAt(Instant.ofEpochMilli(now))
        .build();
  }

  static Removal removal(JobRow row, Removable what, long now) {
    return Removal.newBuilder()
        .setJobId(row.getJobId())
        .setReason("the tenant deleted the job")
        .setObjects(what.objects())
        .setPrefixes(what.prefixes())
        .setIssuedAt(Instant.ofEpochMilli(now))
        .build();
  }

  static Control control(JobRow row, JobState reason, long now) {
    return Control.newBuilder()
        .setJobId(row.getJobId())
        .setReason(reason)
        .setIssuedAt(Instant.ofEpochMilli(now))
        .build();
  }

  private static Completion.Builder completion(JobRow row, long now) {
    return Completion.newBuilder()
        .setEventId(Reuse.eventId(row.getJobId(), row.getReuse()))
        .setJobId(row.getJobId())
        .setTenant(row.getTenant())
        .setRequestId(row.getRequestId())
        .setState(Rows.state(row))
        .setParameters(row.getJob() == null ? null : Rows.job(row).getParameters())
        .setAsked(Rows.asked(row))
        .setAttempts(row.getAttempt())
        .setAcceptedAt(Instant.ofEpochMilli(row.getAcceptedAt()))
        .setCompletedAt(Instant.ofEpochMilli(now))
        .setUserData(row.getUserData());
  }
}
