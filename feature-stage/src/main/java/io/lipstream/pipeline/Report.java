package io.lipstream.pipeline;

import io.lipstream.error.LipstreamException;

/**
 * What the data plane tells the ledger of a job. Exactly one of failure code and video is set in a
 * last report, none in a report of progress.
 *
 * @param state state that the job has reached, by the name in JobState.avsc
 * @param failureCode name of the error code, empty for none
 * @param video null unless the job succeeded
 * @param reportedAt milliseconds since 1970 UTC
 */
public record Report(
    String jobId,
    int attempt,
    String state,
    int framesDone,
    int framesTotal,
    String failureCode,
    String failureMessage,
    Video video,
    long reportedAt) {

  public static Report progress(JobTicket job, String state, int done, int total, long now) {
    return new Report(job.jobId(), job.attempt(), state, done, total, "", "", null, now);
  }

  public static Report success(JobTicket job, Video video, long now) {
    return new Report(
        job.jobId(),
        job.attempt(),
        "COMPLETED",
        video.frames(),
        video.frames(),
        "",
        "",
        video,
        now);
  }

  public static Report failure(JobTicket job, LipstreamException failure, long now) {
    return new Report(
        job.jobId(),
        job.attempt(),
        "FAILED",
        0,
        0,
        failure.code().name(),
        failure.getMessage(),
        null,
        now);
  }
}
