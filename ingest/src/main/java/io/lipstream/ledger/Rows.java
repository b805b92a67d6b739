package io.lipstream.ledger;

import io.lipstream.event.Job;
import io.lipstream.event.JobState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * Reads a row's own types. The job stands in it in Avro's single-object encoding, which names the
 * schema that wrote it; when Job.avsc grows, the version before is added to {@link Job}'s decoder
 * here.
 */
final class Rows {
  private Rows() {}

  static JobState state(JobRow row) {
    return JobState.valueOf(row.getState());
  }

  static boolean ended(JobRow row) {
    return row.getEndedAt() > 0;
  }

  static Job job(JobRow row) {
    try {
      return Job.fromByteBuffer(row.getJob().duplicate());
    } catch (IOException e) {
      throw new UncheckedIOException("reading the job of row " + row.getJobId(), e);
    }
  }

  static ByteBuffer bytes(Job job) {
    try {
      return job.toByteBuffer();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
  }
}
