package io.lipstream.ledger;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.admission.Verdict;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.Control;
import io.lipstream.event.Job;
import io.lipstream.event.JobError;
import io.lipstream.event.JobState;
import io.lipstream.event.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * Judges jobs: a pure function of a job's row, what happened and the time. A job goes from QUEUED
 * over FETCHING, RENDERING and ASSEMBLING to one terminal state, and back to QUEUED when it is
 * dispatched again. Whatever the order and number of reports, it ends once: after the first
 * terminal event nothing changes the row but its removal. A success of any attempt counts; a
 * failure or progress counts only of the newest. Two timeouts tell a lost job: a short one after
 * the last report of a worker that has begun, and a long one while none has, for then the job may
 * simply wait in a backlog. Thread-safe.
 *
 * <p>A row has one entry in the due store, at {@code wake_at}, never later than the row is due. A
 * report moves the instant when the row is due, not the entry: a row that is woken early goes back
 * to sleep. So reports cost no write to the due store.
 */
public final class Ledger {
  private static final long ANNOUNCE_EVERY_MS = 1000;
  private static final int CONFLICTS_REMEMBERED = 32;

  private final LedgerSettings settings;

  public Ledger(LedgerSettings settings) {
    this.settings = settings;
  }

  /** A request that no row is known for. */
  public Decision open(RequestIdentity identity, Verdict verdict, long now) {
    JobRow.Builder row =
        JobRow.newBuilder()
            .setJobId(identity.jobId())
            .setTenant(identity.tenant())
            .setRequestId(identity.requestId())
            .setRequestDigest(identity.requestDigest())
            .setUserData(identity.userData())
            .setState(JobState.QUEUED.name())
            .setAcceptedAt(now);
    if (verdict instanceof Verdict.Refused refused) {
      return end(row.build(), JobState.REJECTED, refused.errors(), now);
    }
    Job job = ((Verdict.Admitted) verdict).job();
    long deadline = job.getDeadline() == null ? Long.MAX_VALUE : job.getDeadline().toEpochMilli();
    row.setJob(Rows.bytes(job)).setDeadline(deadline);
    return deadline <= now ? expire(row.build(), now) : dispatch(row.build(), job, now);
  }

  /** A request under an id that a row is known for. */
  public Decision again(JobRow row, RequestIdentity identity, long now) {
    String digest = identity.requestDigest();
    if (row.getRequestDigest().equals(digest) || row.getConflicts().contains(digest)) {
      return Decision.of(row);
    }
    List<String> conflicts = new ArrayList<>(row.getConflicts());
    conflicts.add(digest);
    int first = Math.max(0, conflicts.size() - CONFLICTS_REMEMBERED);
    JobRow next =
        JobRow.newBuilder(row)
            .setConflicts(List.copyOf(conflicts.subList(first, conflicts.size())))
            .build();
    return Decision.of(next, LedgerEvents.conflict(identity, row, now));
  }

  /** A report of the data plane. */
  public Decision report(JobRow row, Outcome report, long now) {
    if (Rows.ended(row)) {
      return Decision.of(row);
    }
    boolean newest = report.getAttempt() == row.getAttempt();
    return switch (report.getKind()) {
      case SUCCEEDED -> report.getVideo() != null ? complete(row, report, now) : Decision.of(row);
      case FAILED -> newest ? fail(row, report.getError(), now) : Decision.of(row);
      case PROGRESS -> newest ? advance(row, report, now) : Decision.of(row);
      case UNKNOWN -> Decision.of(row);
    };
  }

  /** The instant of the row's entry in the due store has come. */
  public Decision wake(JobRow sleeping, long now) {
    JobRow row = JobRow.newBuilder(sleeping).setWakeAt(0).build();
    if (now < due(row)) {
      return Decision.of(rescheduled(row));
    }
    if (Rows.ended(row)) {
      return Decision.remove();
    }
    if (row.getDeadline() <= now) {
      return expire(row, now);
    }
    if (row.getAttempt() < settings.maxAttempts()) {
      return dispatch(row, next(row), now);
    }
    JobError stalled =
        LedgerEvents.error(
            ErrorCode.STALLED,
            "no progress was reported for %d ms in attempt %d of %d"
                .formatted(
                    now - Math.max(row.getReportedAt(), row.getDispatchedAt()),
                    row.getAttempt(),
                    settings.maxAttempts()));
    return withControl(end(row, JobState.FAILED, List.of(stalled), now), now);
  }

  private Decision dispatch(JobRow row, Job job, long now) {
    JobRow next =
        JobRow.newBuilder(row)
            .setJob(Rows.bytes(job))
            .setAttempt(job.getAttempt())
            .setState(JobState.QUEUED.name())
            .setDispatchedAt(now)
            .setReportedAt(0)
            .setRenderingSince(0)
            .setFramesAtStart(0)
            .setFramesDone(0)
            .setAnnouncedAt(now)
            .build();
    return Decision.of(rescheduled(next), job, LedgerEvents.progress(next, null, null, now));
  }

  private Decision advance(JobRow row, Outcome report, long now) {
    JobRow next = Advance.of(row, report, now);
    boolean announced =
        !next.getState().equals(row.getState()) || now - row.getAnnouncedAt() >= ANNOUNCE_EVERY_MS;
    if (!announced) {
      return Decision.of(rescheduled(next));
    }
    next = JobRow.newBuilder(next).setAnnouncedAt(now).build();
    Long remaining = Advance.remaining(next, now);
    return Decision.of(rescheduled(next), LedgerEvents.progress(next, remaining, null, now));
  }

  private Decision fail(JobRow row, JobError reported, long now) {
    JobError error =
        reported != null
            ? reported
            : LedgerEvents.error(ErrorCode.INTERNAL, "a worker reported a failure without a cause");
    if (error.getCode().equals(ErrorCode.CANCELLED.name())) {
      return end(row, JobState.CANCELLED, List.of(error), now);
    }
    if (error.getCode().equals(ErrorCode.DEADLINE_PASSED.name()) || row.getDeadline() <= now) {
      return expire(row, now);
    }
    return error.getRetryable() && row.getAttempt() < settings.maxAttempts()
        ? dispatch(row, next(row), now)
        : end(row, JobState.FAILED, List.of(error), now);
  }

  private Decision expire(JobRow row, long now) {
    JobError passed =
        LedgerEvents.error(
            ErrorCode.DEADLINE_PASSED,
            "deadline is %d, which passed before the video was done; expected an instant in the future"
                .formatted(row.getDeadline()));
    return withControl(end(row, JobState.EXPIRED, List.of(passed), now), now);
  }

  private Decision complete(JobRow row, Outcome report, long now) {
    int frames = report.getVideo().getFrames();
    JobRow ended =
        JobRow.newBuilder(row)
            .setState(JobState.COMPLETED.name())
            .setFraction(1)
            .setFramesDone(frames)
            .setFramesTotal(frames)
            .build();
    return Decision.of(
        closed(ended, now),
        LedgerEvents.progress(ended, 0L, null, now),
        LedgerEvents.completed(ended, report, now));
  }

  private Decision end(JobRow row, JobState state, List<JobError> errors, long now) {
    JobRow ended = JobRow.newBuilder(row).setState(state.name()).build();
    JobRow refused =
        state == JobState.REJECTED ? JobRow.newBuilder(ended).setJob(null).build() : ended;
    return Decision.of(
        closed(ended, now),
        LedgerEvents.progress(ended, null, errors.get(0), now),
        LedgerEvents.ended(refused, errors, now));
  }

  private static Decision withControl(Decision decision, long now) {
    Control control = LedgerEvents.control(decision.row().orElseThrow(), now);
    List<SpecificRecord> events = new ArrayList<>(decision.events());
    events.add(control);
    return new Decision(decision.row(), List.copyOf(events));
  }

  private JobRow closed(JobRow row, long now) {
    return rescheduled(JobRow.newBuilder(row).setEndedAt(now).setJob(null).build());
  }

  private static Job next(JobRow row) {
    return Job.newBuilder(Rows.job(row)).setAttempt(row.getAttempt() + 1).build();
  }

  /** The row with its entry in the due store no later than it is due. */
  private JobRow rescheduled(JobRow row) {
    long due = due(row);
    boolean early = row.getWakeAt() > 0 && row.getWakeAt() <= due;
    return early ? row : JobRow.newBuilder(row).setWakeAt(due).build();
  }

  private long due(JobRow row) {
    if (Rows.ended(row)) {
      return row.getEndedAt() + settings.retention().toMillis();
    }
    long lost =
        row.getReportedAt() > 0
            ? row.getReportedAt() + settings.stallTimeout().toMillis()
            : row.getDispatchedAt() + settings.queueTimeout().toMillis();
    return Math.min(lost, row.getDeadline());
  }
}
