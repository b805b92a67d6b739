package io.lipstream.admission;

import io.lipstream.event.Job;
import io.lipstream.event.JobError;
import io.lipstream.event.Parameters;
import java.util.List;

/** What admission says of a request. */
public sealed interface Verdict {
  /**
   * The request is in order.
   *
   * @param job first dispatch
   * @param asked parameters that were asked for; those of the job say what is made
   * @param degradable whether less than that may be made
   */
  record Admitted(Job job, Parameters asked, boolean degradable) implements Verdict {
    /** The same, made with these parameters. */
    public Admitted madeWith(Parameters parameters) {
      return new Admitted(Job.newBuilder(job).setParameters(parameters).build(), asked, degradable);
    }
  }

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
