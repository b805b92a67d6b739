package io.lipstream.ingest;

import io.lipstream.event.Completion;
import io.lipstream.event.Job;
import io.lipstream.event.JobError;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line for each dispatch and each end of a job. Thread-safe. */
final class LedgerLog {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerLog.class);

  private LedgerLog() {}

  static void write(SpecificRecord event) {
    if (event instanceof Job job) {
      LOG.info(
          "job {}: dispatched, attempt {}, lane {}, tenant {}, request {}",
          job.getJobId(),
          job.getAttempt(),
          job.getLane(),
          job.getTenant(),
          job.getRequestId());
    } else if (event instanceof Completion completion) {
      LOG.info(
          "job {}: {} after {} attempts{}",
          completion.getJobId(),
          completion.getState(),
          completion.getAttempts(),
          completion.getErrors().stream().map(LedgerLog::text).collect(Collectors.joining()));
    }
  }

  private static String text(JobError error) {
    return "; %s: %s".formatted(error.getCode(), error.getMessage());
  }
}
