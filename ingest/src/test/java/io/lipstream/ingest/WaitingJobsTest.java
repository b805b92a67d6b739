package io.lipstream.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.event.JobState;
import io.lipstream.event.Lane;
import io.lipstream.ledger.JobRow;
import org.junit.jupiter.api.Test;

final class WaitingJobsTest {
  private final WaitingJobs jobs = new WaitingJobs();

  @Test
  void whatStandsThereAtTheStartCountsUntilItEnds() {
    JobRow first = row("b", 1_000).build();
    jobs.change(null, first);
    jobs.change(null, row("a", 2_000).build());
    jobs.change(null, row("ended", 500).setEndedAt(600).build());
    jobs.change(null, row("refused", 400).setLane("").build());
    assertThat(jobs.count(Lane.BULK)).isEqualTo(2);
    assertThat(jobs.count(Lane.INTERACTIVE)).isZero();
    assertThat(jobs.oldestAcceptedAt(Lane.BULK)).isEqualTo(1_000);

    jobs.change(first, JobRow.newBuilder(first).setEndedAt(3_000).build());
    assertThat(jobs.count(Lane.BULK)).isEqualTo(1);
    assertThat(jobs.oldestAcceptedAt(Lane.BULK)).isEqualTo(2_000);
  }

  @Test
  void aRowThatChangesOrGoesIsCountedOnceOrNotAtAll() {
    JobRow row = row("a", 1_000).build();
    jobs.change(null, row);
    JobRow further = JobRow.newBuilder(row).setFramesDone(5).setFramesTotal(10).build();
    jobs.change(row, further);
    assertThat(jobs.count(Lane.BULK)).isEqualTo(1);

    jobs.change(further, null);
    assertThat(jobs.count(Lane.BULK)).isZero();
    assertThat(jobs.oldestAcceptedAt(Lane.BULK)).isEqualTo(Long.MAX_VALUE);
  }

  private static JobRow.Builder row(String jobId, long acceptedAt) {
    return JobRow.newBuilder()
        .setJobId(jobId)
        .setTenant("acme")
        .setRequestId(jobId)
        .setRequestDigest("digest")
        .setState(JobState.QUEUED.name())
        .setAcceptedAt(acceptedAt)
        .setLane(Lane.BULK.name());
  }
}
