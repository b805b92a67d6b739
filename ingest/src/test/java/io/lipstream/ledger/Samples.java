package io.lipstream.ledger;

import io.lipstream.error.ErrorCode;
import io.lipstream.event.JobError;
import io.lipstream.event.JobState;
import io.lipstream.event.Outcome;
import io.lipstream.event.OutcomeKind;
import io.lipstream.event.Request;
import io.lipstream.event.Timings;
import io.lipstream.event.VideoObject;
import java.time.Instant;

/** Events that tests send. */
public final class Samples {
  private Samples() {}

  public static Request request(String requestId) {
    return Request.newBuilder()
        .setRequestId(requestId)
        .setTenant("acme")
        .setImageUri("s3://lipstream-assets/a.png")
        .setAudioUri("https://example.com/a.wav")
        .setUserData("ours: ü")
        .build();
  }

  public static Outcome progress(String jobId, int attempt, JobState state, int done, int total) {
    return outcome(jobId, attempt, OutcomeKind.PROGRESS, state)
        .setFramesDone(done)
        .setFramesTotal(total)
        .build();
  }

  public static Outcome failure(String jobId, int attempt, ErrorCode code) {
    return outcome(jobId, attempt, OutcomeKind.FAILED, JobState.FAILED)
        .setError(
            JobError.newBuilder()
                .setCode(code.name())
                .setMessage("as it was")
                .setRetryable(code.retryable())
                .build())
        .build();
  }

  public static Outcome success(String jobId, int attempt) {
    return outcome(jobId, attempt, OutcomeKind.SUCCEEDED, JobState.COMPLETED)
        .setVideo(
            VideoObject.newBuilder()
                .setBucket("lipstream-videos")
                .setKey("videos/acme/" + jobId + ".mp4")
                .setSize(1000)
                .setSha256("0".repeat(64))
                .setDuration(4.0)
                .setWidth(512)
                .setHeight(640)
                .setFps(25)
                .setFrames(100)
                .build())
        .setTimings(Timings.newBuilder().setRenderMs(17).build())
        .setEngine("OnnxRuntime/cpu")
        .setModelDigest("d1")
        .build();
  }

  private static Outcome.Builder outcome(
      String jobId, int attempt, OutcomeKind kind, JobState state) {
    return Outcome.newBuilder()
        .setOutcomeId(jobId + "/" + attempt + "/" + kind + "/" + state)
        .setJobId(jobId)
        .setAttempt(attempt)
        .setKind(kind)
        .setState(state)
        .setReportedAt(Instant.EPOCH);
  }
}
