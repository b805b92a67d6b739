package io.lipstream.ingest;

import io.lipstream.admission.Admission;
import io.lipstream.admission.RequestIdentity;
import io.lipstream.admission.Verdict;
import io.lipstream.backlog.Backlog;
import io.lipstream.backlog.BacklogSettings;
import io.lipstream.backlog.LaneLoad;
import io.lipstream.backlog.WorkCost;
import io.lipstream.degradation.Degradation;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.Job;
import io.lipstream.event.Lane;
import io.lipstream.event.Parameters;
import io.lipstream.event.Request;
import io.lipstream.quota.Quota;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Decides who comes in: a request must be in order, within its tenant's quota, and in a lane that
 * can take more work, in this order. What may be degraded is made at the level of its lane. For one
 * stream thread.
 */
final class Doorkeeper {
  private final Admission admission;
  private final Quota quota;
  private final Backlog backlog;
  private final BacklogSettings settings;
  private final Degradation degradation;
  private final DegradationCount degraded;

  Doorkeeper(IngestSettings ingest, DegradationCount degraded) {
    admission = new Admission(ingest.admission());
    quota = new Quota(ingest.quota());
    backlog = new Backlog(ingest.backlog());
    settings = ingest.backlog();
    degradation = new Degradation(ingest.degradation());
    this.degraded = degraded;
  }

  /**
   * Judges a request that is not known yet.
   *
   * @param retryAt when it may come again if its tenant is beyond the quota, milliseconds since
   *     1970 UTC; 0 if it is not
   */
  Verdict judge(Request request, RequestIdentity identity, long retryAt, long now) {
    Verdict verdict = admission.judge(request, identity, now);
    if (!(verdict instanceof Verdict.Admitted admitted)) {
      return verdict;
    }
    if (retryAt > 0) {
      return postponed(
          ErrorCode.QUOTA_EXCEEDED, quota.refusal(request.getTenant(), retryAt, now), retryAt);
    }
    Job job = admitted.job();
    Lane lane = job.getLane();
    OptionalLong excess = backlog.excess(lane);
    if (excess.isPresent()) {
      return postponed(
          ErrorCode.OVERLOADED,
          backlog.refusal(lane, excess.getAsLong()),
          now + Math.max(1000, excess.getAsLong()));
    }
    Verdict.Admitted made = degraded(admitted);
    backlog.admit(lane, WorkCost.of(made.job(), settings));
    return made;
  }

  private Verdict.Admitted degraded(Verdict.Admitted admitted) {
    if (!admitted.degradable()) {
      return admitted;
    }
    Lane lane = admitted.job().getLane();
    Parameters made = degradation.made(lane, admitted.asked());
    if (made.equals(admitted.asked())) {
      return admitted;
    }
    degraded.count(lane, degradation.level(lane));
    return admitted.madeWith(made);
  }

  /** Milliseconds that a new job of the lane would wait; empty while too little was measured. */
  OptionalLong estimatedWait(Lane lane) {
    return backlog.estimatedWait(lane);
  }

  /** Takes the load of every lane, over all instances. */
  void observe(Map<Lane, LaneLoad> loads, long now) {
    backlog.observe(loads, now);
    for (Lane lane : Lane.values()) {
      degradation.observe(lane, backlog.share(lane), now);
    }
  }

  private static Verdict postponed(ErrorCode code, String message, long retryAt) {
    return new Verdict.Postponed(code.jobError(message), retryAt);
  }
}
