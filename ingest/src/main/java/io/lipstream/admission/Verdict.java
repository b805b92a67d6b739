package io.lipstream.admission;

import io.lipstream.event.Job;
import io.lipstream.event.JobError;
import java.util.List;

/** What admission says of a request. */
public sealed interface Verdict {
  /**
   * The request is in order.
   *
   * @param job first dispatch
   */
  record Admitted(Job job) implements Verdict {}

  /**
   * A refusal that passes.
   *
   * @param retryAt when the request may come again, milliseconds since 1970 UTC
   */
  record Postponed(JobError error, long retryAt) implements Verdict {}

  /**
   * The request cannot be done.
   *
   * @param errors every fault, at least one
   */
  record Refused(List<JobError> errors) implements Verdict {}
}
