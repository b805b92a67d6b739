package io.lipstream.ledger;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.admission.Verdict;
import io.lipstream.backlog.BacklogSettings;
import io.lipstream.backlog.WorkCost;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.Command;
import io.lipstream.event.CommandKind;
import io.lipstream.event.Completion;
import io.lipstream.event.Job;
import io.lipstream.event.JobError;
import io.lipstream.event.JobState;
import io.lipstream.event.Outcome;
import io.lipstream.event.OutcomeKind;
import io.lipstream.event.Progress;
import io.lipstream.event.Removal;
import io.lipstream.event.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/**
 * Judges jobs: a pure function of a job's row, what happened and the time. A job goes from QUEUED
 * over FETCHING, RENDERING and ASSEMBLING to one terminal state, and back to QUEUED when it is
 * dispatched again. Whatever the order and number of reports, it ends once: after the first
 * terminal event nothing changes the row but its removal, or another job under the same request id
 * when that has become free. A success of any attempt counts; a failure or progress counts only of
 * the newest. Two timeouts tell a lost job: a short one after the last report of a worker that has
 * begun, and a long one while none has, for then the job may simply wait in a backlog. Thread-safe.
 *
 * <p>Of a job that is purged, or older than the retention, a tombstone stays for a while, which
 * says that there was one and gives way to a new request.
 */
public final class Ledger {
  private static final long ANNOUNCE_EVERY_MS = 1000;
  private static final int CONFLICTS_REMEMBERED = 32;
  private static final int COMMANDERS_REMEMBERED = 32;

  private static final String PURGED = "PURGED";
  private static final String FORGOTTEN = "FORGOTTEN";

  private final LedgerSettings settings;
  private final BacklogSettings costs;
  private final Timetable timetable;

  /**
   * @param costs how the work of a job is estimated
   */
  public Ledger(LedgerSettings settings, BacklogSettings costs) {
    this.settings = settings;
    this.costs = costs;
    this.timetable = new Timetable(settings);
  }

  /** Whether a request under the row's id is judged as if there were no row. */
  public boolean givesWay(JobRow row, RequestIdentity identity, long now) {
    boolean other = !row.getRequestDigest().equals(identity.requestDigest());
    return Rows.givesWay(row) || (other && isFree(row, settings.idempotence(), now));
  }

  /**
   * Whether the request id of a row may be used for other content.
   *
   * @param idempotence how long it may not, after its acceptance
   */
  public static boolean isFree(JobRow row, Duration idempotence, long now) {
    return Rows.ended(row) && now - row.getAcceptedAt() >= idempotence.toMillis();
  }

  /**
   * A request that no row is known for, or only one that gives way to it.
   *
   * @param before the row that gives way, null for none
   */
  public Decision open(
      JobRow before, Request request, RequestIdentity identity, Verdict verdict, long now) {
    int reuse = before == null ? 0 : before.getReuse() + (Rows.hadAnEnd(before) ? 1 : 0);
    JobRow.Builder row =
        JobRow.newBuilder()
            .setReuse(reuse)
            .setJobId(identity.jobId())
            .setTenant(identity.tenant())
            .setRequestId(identity.requestId())
            .setRequestDigest(identity.requestDigest())
            .setUserData(identity.userData())
            .setCallbackUrl(request.getCallbackUrl())
            .setAssets(List.of(request.getImageUri(), request.getAudioUri()))
            .setState(JobState.QUEUED.name())
            .setAcceptedAt(now);
    if (verdict instanceof Verdict.Refused refused) {
      // What is wrong with a request may be its callback: nobody is called.
      return end(row.setCallbackUrl(null).build(), JobState.REJECTED, refused.errors(), now);
    }
    if (verdict instanceof Verdict.Postponed postponed) {
      return postpone(row.build(), identity, postponed, now);
    }
    Verdict.Admitted admitted = (Verdict.Admitted) verdict;
    Job job = Reuse.of(admitted.job(), request, reuse);
    long deadline = job.getDeadline() == null ? Long.MAX_VALUE : job.getDeadline().toEpochMilli();
    if (!admitted.asked().equals(job.getParameters())) {
      row.setAskedMinResolution(admitted.asked().getMinResolution())
          .setAskedInferenceSteps(admitted.asked().getInferenceSteps());
    }
    row.setJob(Rows.bytes(job))
        .setDeadline(deadline)
        .setLane(job.getLane().name())
        .setCost(WorkCost.of(job, costs));
    if (before != null && Rows.commanded(before, job.getTenant())) {
      return cancel(row.build(), now);
    }
    return deadline <= now ? expire(row.build(), now) : dispatch(row, job, now);
  }

  /** A refusal that passes: an event with a job id of its own, and a row that gives way. */
  private Decision postpone(
      JobRow row, RequestIdentity identity, Verdict.Postponed postponed, long now) {
    Completion refusal = LedgerEvents.refusal(identity, postponed.error(), now);
    JobRow next =
        JobRow.newBuilder(row)
            .setState(JobState.REJECTED.name())
            .setCompletion(Rows.bytes(refusal))
            .setRetryAt(Math.max(1, postponed.retryAt()))
            .build();
    return new Decision(Optional.of(closed(next, now)), events(row, refusal, now));
  }

  /** What a tenant wants done; a row of another tenant stays as it is. */
  public Decision command(JobRow row, Command command, long now) {
    if (row == null) {
      return awaitRequest(command, now);
    }
    if (Rows.placeholder(row)) {
      return awaitRequest(row, command);
    }
    if (!row.getTenant().equals(command.getTenant()) || Rows.givesWay(row)) {
      return Decision.of(row);
    }
    return switch (command.getKind()) {
      case CANCEL -> Rows.ended(row) ? Decision.of(row) : cancel(row, now);
      case DELETE -> delete(row, now);
      case UNKNOWN -> Decision.of(row);
    };
  }

  /** A command may overtake its request; the row that stands in for it ends the job at once. */
  private Decision awaitRequest(Command command, long now) {
    if (command.getKind() == CommandKind.UNKNOWN) {
      return new Decision(Optional.empty(), List.of());
    }
    JobRow placeholder =
        JobRow.newBuilder()
            .setJobId(command.getJobId())
            .setTenant(command.getTenant())
            .setCommanders(List.of(command.getTenant()))
            .setRequestId("")
            .setRequestDigest("")
            .setState(JobState.UNKNOWN.name())
            .setAcceptedAt(now)
            .setEndedAt(now)
            .build();
    return Decision.of(timetable.rescheduled(placeholder));
  }

  /** A job's id does not tell whose it is, so that nobody's command may keep another's out. */
  private static Decision awaitRequest(JobRow placeholder, Command command) {
    if (command.getKind() == CommandKind.UNKNOWN
        || Rows.commanded(placeholder, command.getTenant())
        || placeholder.getCommanders().size() == COMMANDERS_REMEMBERED) {
      return Decision.of(placeholder);
    }
    List<String> commanders = new ArrayList<>(placeholder.getCommanders());
    commanders.add(command.getTenant());
    return Decision.of(
        JobRow.newBuilder(placeholder).setCommanders(List.copyOf(commanders)).build());
  }

  private Decision cancel(JobRow row, long now) {
    JobError cancelled = ErrorCode.CANCELLED.jobError("the job was cancelled by its tenant");
    return withEvent(
        end(row, JobState.CANCELLED, List.of(cancelled), now),
        LedgerEvents.control(row, JobState.CANCELLED, now));
  }

  private Decision delete(JobRow row, long now) {
    Removal removal = LedgerEvents.removal(row, Removable.of(row, settings), now);
    if (Rows.ended(row)) {
      return Decision.of(timetable.rescheduled(Rows.tombstone(row, PURGED, now)), removal);
    }
    Decision cancelled = withEvent(cancel(row, now), removal);
    JobRow bare =
        JobRow.newBuilder(cancelled.row().orElseThrow())
            .setUserData(null)
            .setAssets(List.of())
            .build();
    return new Decision(Optional.of(bare), cancelled.events());
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
    if (Rows.ended(row) || Reuse.isOfAnother(row, report)) {
      return afterTheEnd(row, report, now);
    }
    boolean newest = report.getAttempt() == row.getAttempt();
    return switch (report.getKind()) {
      case SUCCEEDED -> report.getVideo() != null ? complete(row, report, now) : Decision.of(row);
      case FAILED -> newest ? fail(row, report.getError(), now) : Decision.of(row);
      case PROGRESS -> newest ? advance(row, report, now) : Decision.of(row);
      case UNKNOWN -> Decision.of(row);
    };
  }

  /** A success that nobody waits for any more leaves no object behind. */
  private static Decision afterTheEnd(JobRow row, Outcome report, long now) {
    boolean unwanted =
        Rows.ended(row)
            && !row.getGone().equals(FORGOTTEN)
            && report.getKind() == OutcomeKind.SUCCEEDED
            && report.getVideo() != null
            && Rows.state(row) != JobState.COMPLETED;
    return unwanted
        ? Decision.of(row, LedgerEvents.removal(row, report.getVideo(), now))
        : Decision.of(row);
  }

  /** The instant of the row's entry in the due store has come. */
  public Decision wake(JobRow sleeping, long now) {
    JobRow row = JobRow.newBuilder(sleeping).setWakeAt(0).build();
    if (now < timetable.due(row)) {
      return Decision.of(timetable.rescheduled(row));
    }
    if (Rows.ended(row)) {
      return Rows.givesWay(row)
          ? Decision.remove()
          : Decision.of(timetable.rescheduled(Rows.tombstone(row, FORGOTTEN, now)));
    }
    if (row.getDeadline() <= now) {
      return expire(row, now);
    }
    if (row.getAttempt() < settings.maxAttempts()) {
      return dispatchAgain(row, now);
    }
    JobError stalled =
        ErrorCode.STALLED.jobError(
            "no progress was reported for %d ms in attempt %d of %d"
                .formatted(
                    now - Math.max(row.getReportedAt(), row.getDispatchedAt()),
                    row.getAttempt(),
                    settings.maxAttempts()));
    return withEvent(
        end(row, JobState.FAILED, List.of(stalled), now),
        LedgerEvents.control(row, JobState.FAILED, now));
  }

  private Decision dispatchAgain(JobRow row, long now) {
    Job job = Job.newBuilder(Rows.job(row)).setAttempt(row.getAttempt() + 1).build();
    return dispatch(JobRow.newBuilder(row).setJob(Rows.bytes(job)), job, now);
  }

  private Decision dispatch(JobRow.Builder row, Job job, long now) {
    long due = timetable.due(row.getDeadline(), now);
    JobRow next =
        row.setAttempt(job.getAttempt())
            .setState(JobState.QUEUED.name())
            .setDispatchedAt(now)
            .setReportedAt(0)
            .setRenderingSince(0)
            .setFramesAtStart(0)
            .setFramesDone(0)
            .setAnnouncedAt(now)
            .setWakeAt(Timetable.wakes(row.getWakeAt(), due))
            .build();
    return Decision.of(next, job, LedgerEvents.progress(next, null, null, now));
  }

  private Decision advance(JobRow row, Outcome report, long now) {
    JobRow next = Rows.costed(Advance.of(row, report, now), row.getFramesTotal());
    boolean announced =
        !next.getState().equals(row.getState()) || now - row.getAnnouncedAt() >= ANNOUNCE_EVERY_MS;
    if (!announced) {
      return Decision.of(timetable.rescheduled(next));
    }
    next = JobRow.newBuilder(next).setAnnouncedAt(now).build();
    Long remaining = Advance.remaining(next, now);
    return Decision.of(
        timetable.rescheduled(next), LedgerEvents.progress(next, remaining, null, now));
  }

  private Decision fail(JobRow row, JobError reported, long now) {
    JobError error =
        reported != null
            ? reported
            : ErrorCode.INTERNAL.jobError("a worker reported a failure without a cause");
    if (error.getCode().equals(ErrorCode.CANCELLED.name())) {
      return end(row, JobState.CANCELLED, List.of(error), now);
    }
    if (error.getCode().equals(ErrorCode.DEADLINE_PASSED.name()) || row.getDeadline() <= now) {
      return expire(row, now);
    }
    return error.getRetryable() && row.getAttempt() < settings.maxAttempts()
        ? dispatchAgain(row, now)
        : end(row, JobState.FAILED, List.of(error), now);
  }

  private Decision expire(JobRow row, long now) {
    JobError passed =
        ErrorCode.DEADLINE_PASSED.jobError(
            "deadline is %d, which passed before the video was done; expected an instant in the future"
                .formatted(row.getDeadline()));
    return withEvent(
        end(row, JobState.EXPIRED, List.of(passed), now),
        LedgerEvents.control(row, JobState.EXPIRED, now));
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
    return ended(
        ended,
        LedgerEvents.progress(ended, 0L, null, now),
        LedgerEvents.completed(ended, report, now),
        now);
  }

  private Decision end(JobRow row, JobState state, List<JobError> errors, long now) {
    JobRow ended = JobRow.newBuilder(row).setState(state.name()).build();
    JobRow refused =
        state == JobState.REJECTED ? JobRow.newBuilder(ended).setJob(null).build() : ended;
    return ended(
        ended,
        LedgerEvents.progress(ended, null, errors.get(0), now),
        LedgerEvents.ended(refused, errors, now),
        now);
  }

  private Decision ended(JobRow row, Progress last, Completion completion, long now) {
    JobRow next = JobRow.newBuilder(row).setCompletion(Rows.bytes(completion)).build();
    List<SpecificRecord> events = new ArrayList<>(List.of(last));
    events.addAll(events(row, completion, now));
    return new Decision(Optional.of(closed(next, now)), List.copyOf(events));
  }

  /** The completion, and the callback that is owed for it. */
  private List<SpecificRecord> events(JobRow row, Completion completion, long now) {
    return row.getCallbackUrl() == null
        ? List.of(completion)
        : List.of(
            completion,
            LedgerEvents.callback(
                row.getCallbackUrl(), completion, now, settings.callbackPatience().toMillis()));
  }

  private static Decision withEvent(Decision decision, SpecificRecord more) {
    List<SpecificRecord> events = new ArrayList<>(decision.events());
    events.add(more);
    return new Decision(decision.row(), List.copyOf(events));
  }

  private JobRow closed(JobRow row, long now) {
    return timetable.rescheduled(JobRow.newBuilder(row).setEndedAt(now).setJob(null).build());
  }
}
