package io.lipstream.ledger;

import io.lipstream.event.Job;
import io.lipstream.event.Outcome;
import io.lipstream.event.OutcomeKind;
import io.lipstream.event.Request;
import io.lipstream.event.VideoObject;

/**
 * Keeps apart the jobs that had the same request id one after the other, and so the same job id:
 * their events, and their videos where the request does not say where the video goes. Pure.
 */
final class Reuse {
  private static final String VIDEO = ".mp4";

  private Reuse() {}

  /** The job with an output of its own. */
  static Job of(Job job, Request request, int reuse) {
    if (reuse == 0 || request.getOutputUri() != null) {
      return job;
    }
    String output = job.getOutputUri();
    String stem = output.substring(0, output.length() - VIDEO.length());
    return Job.newBuilder(job).setOutputUri(stem + "-" + reuse + VIDEO).build();
  }

  /** Id of the event of a job's end. */
  static String eventId(String jobId, int reuse) {
    return jobId + "/completion" + (reuse == 0 ? "" : "/" + reuse);
  }

  /** Whether a success is that of an earlier job of the same id. */
  static boolean isOfAnother(JobRow row, Outcome report) {
    VideoObject video = report.getVideo();
    return row.getReuse() > 0
        && row.getJob() != null
        && report.getKind() == OutcomeKind.SUCCEEDED
        && video != null
        && !Rows.job(row).getOutputUri().equals("s3://" + video.getBucket() + "/" + video.getKey());
  }
}
