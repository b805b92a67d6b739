package io.lipstream.ledger;

import io.lipstream.backlog.WorkCost;
import io.lipstream.event.Completion;
import io.lipstream.event.Job;
import io.lipstream.event.JobState;
import io.lipstream.event.Parameters;
import io.lipstream.registry.StoredEvents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Reads a row's own types. Job and completion stand in it as {@link StoredEvents} reads them. */
final class Rows {
  private Rows() {}

  static JobState state(JobRow row) {
    return JobState.valueOf(row.getState());
  }

  static boolean ended(JobRow row) {
    return row.getEndedAt() > 0;
  }

  /** Whether a job, or a final refusal, came to its end under the row's id. */
  static boolean hadAnEnd(JobRow row) {
    return ended(row) && !placeholder(row) && row.getRetryAt() == 0;
  }

  /** Whether the row only says that there was a job. */
  static boolean gone(JobRow row) {
    return !row.getGone().isEmpty();
  }

  /**
   * What is left of a job.
   *
   * @param why PURGED or FORGOTTEN
   */
  static JobRow tombstone(JobRow row, String why, long now) {
    return JobRow.newBuilder()
        .setJobId(row.getJobId())
        .setTenant(row.getTenant())
        .setRequestId("")
        .setRequestDigest("")
        .setState(JobState.UNKNOWN.name())
        .setAcceptedAt(now)
        .setEndedAt(now)
        .setGone(why)
        .setReuse(row.getReuse())
        .build();
  }

  /** Whether the row only remembers a command whose request has not come yet. */
  static boolean placeholder(JobRow row) {
    return row.getState().equals(JobState.UNKNOWN.name()) && !gone(row);
  }

  /** Whether the row remembers a command of the tenant whose request has not come yet. */
  static boolean commanded(JobRow row, String tenant) {
    return placeholder(row)
        && (row.getTenant().equals(tenant) || row.getCommanders().contains(tenant));
  }

  /** Whether a request under the row's id is judged as if there were none. */
  static boolean givesWay(JobRow row) {
    return row.getRetryAt() > 0 || placeholder(row) || gone(row);
  }

  /** The row with the cost of the frames that it really has, once they are known. */
  static JobRow costed(JobRow row, int framesBefore) {
    if (row.getFramesTotal() == framesBefore || row.getJob() == null) {
      return row;
    }
    double cost = WorkCost.ofFrames(job(row).getParameters(), row.getFramesTotal());
    return JobRow.newBuilder(row).setCost(cost).build();
  }

  /** The parameters that were asked for, where less is made; else null. */
  static Parameters asked(JobRow row) {
    if (row.getJob() == null || row.getAskedMinResolution() == 0) {
      return null;
    }
    return Parameters.newBuilder(job(row).getParameters())
        .setMinResolution(row.getAskedMinResolution())
        .setInferenceSteps(row.getAskedInferenceSteps())
        .build();
  }

  static Job job(JobRow row) {
    return StoredEvents.job(row.getJob());
  }

  /** The event of the job's end, where it has come. */
  static Optional<Completion> completion(JobRow row) {
    return Optional.ofNullable(row.getCompletion()).map(StoredEvents::completion);
  }

  static ByteBuffer bytes(Job job) {
    return written(job::toByteBuffer);
  }

  static ByteBuffer bytes(Completion completion) {
    return written(completion::toByteBuffer);
  }

  /** Writes a record in Avro's single-object encoding. */
  @FunctionalInterface
  private interface Writing {
    ByteBuffer write() throws IOException;
  }

  private static ByteBuffer written(Writing record) {
    try {
      return record.write();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
  }
}
