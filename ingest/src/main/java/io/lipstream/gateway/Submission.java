package io.lipstream.gateway;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Completion;
import io.lipstream.event.JobError;
import io.lipstream.event.Request;
import io.lipstream.field.ShownText;
import io.lipstream.ledger.JobRow;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a request and waits for what the ledger says of it. The call is safe once the event is:
 * where the ledger cannot be asked in time, the task is there all the same and is SUBMITTED. A
 * refusal that passes, left by an earlier call, is told from the answer to this one by the instant
 * at which it was made. Thread-safe.
 */
final class Submission {
  private static final Logger LOG = LoggerFactory.getLogger(Submission.class);
  static final Duration DECISION = Duration.ofSeconds(2);
  private static final Duration LATE_DECISION = Duration.ofMinutes(1);

  /** Calls with files that are looked after once they are answered; those beyond are not. */
  private static final int MOST_LATE = 64;

  private final Semaphore late = new Semaphore(MOST_LATE);

  private final TaskDirectory directory;
  private final RowWatch watch;
  private final Outbox outbox;
  private final Duration idempotence;
  private final Clock clock;
  private final Executor shelf;

  /**
   * @param shelf threads that may wait for the object store
   */
  Submission(
      TaskDirectory directory,
      RowWatch watch,
      Outbox outbox,
      Duration idempotence,
      Clock clock,
      Executor shelf) {
    this.directory = directory;
    this.watch = watch;
    this.outbox = outbox;
    this.idempotence = idempotence;
    this.clock = clock;
    this.shelf = shelf;
  }

  /**
   * The row of an accepted request; none while it is not decided.
   *
   * @param wait how long to wait for the end
   * @param files of the request, on the shelf already; closed when it is decided on
   * @return ends with a {@link Refusal} if the request is refused or did not end well
   */
  CompletableFuture<Optional<JobRow>> send(Request request, Duration wait, ReceivedFiles files) {
    RequestIdentity identity = RequestIdentity.of(request);
    String jobId = identity.jobId();
    return directory
        .find(jobId)
        .exceptionally(failure -> Optional.empty())
        .thenCompose(
            before ->
                before.filter(row -> isSettled(row, identity)).isPresent()
                    ? CompletableFuture.completedFuture(before)
                    : outbox
                        .send(request)
                        .thenCompose(sent -> decision(jobId, before))
                        .thenApply(row -> lateRefusal(row, before, identity, files)))
        .thenApplyAsync(
            row -> accepted(row, identity, files), files.isEmpty() ? Runnable::run : shelf)
        .whenComplete((row, failure) -> files.close())
        .thenCompose(
            row ->
                wait.isZero() || row.filter(TaskState::isEnded).isPresent()
                    ? CompletableFuture.completedFuture(row)
                    : orUndecided(
                        watch.until(jobId, now -> now.filter(TaskState::isOver).isPresent(), wait)))
        .thenApply(row -> wait.isZero() ? row : notFailed(row));
  }

  /** Whether the row answers for this very request, so that sending it again changes nothing. */
  private static boolean isSettled(JobRow row, RequestIdentity identity) {
    return TaskState.isDecided(row)
        && !TaskState.isPassing(row)
        && row.getRequestDigest().equals(identity.requestDigest());
  }

  private CompletableFuture<Optional<JobRow>> decision(String jobId, Optional<JobRow> before) {
    return orUndecided(answer(jobId, before, DECISION));
  }

  private CompletableFuture<Optional<JobRow>> answer(
      String jobId, Optional<JobRow> before, Duration longest) {
    long passed =
        before
            .filter(row -> TaskState.givesWay(row, idempotence, clock.millis()))
            .map(JobRow::getAcceptedAt)
            .orElse(Long.MIN_VALUE);
    return watch
        .until(
            jobId, now -> now.filter(row -> TaskState.isAnswer(row, passed)).isPresent(), longest)
        .thenApply(now -> now.filter(row -> TaskState.isAnswer(row, passed)));
  }

  /** A refusal that comes after the call was answered takes the call's files away, too. */
  private Optional<JobRow> lateRefusal(
      Optional<JobRow> found,
      Optional<JobRow> before,
      RequestIdentity identity,
      ReceivedFiles files) {
    if (found.isEmpty() && !files.isEmpty() && late.tryAcquire()) {
      var unused =
          answer(identity.jobId(), before, LATE_DECISION)
              .thenAcceptAsync(
                  now ->
                      now.filter(row -> refusal(row, identity).isPresent())
                          .ifPresent(files::refused),
                  shelf)
              .whenComplete((done, failure) -> late.release());
    }
    return found;
  }

  private static CompletableFuture<Optional<JobRow>> orUndecided(
      CompletableFuture<Optional<JobRow>> answer) {
    return answer.exceptionally(failure -> Optional.empty());
  }

  private Optional<JobRow> accepted(
      Optional<JobRow> found, RequestIdentity identity, ReceivedFiles files) {
    Optional<Refusal> refusal = found.flatMap(row -> refusal(row, identity));
    if (refusal.isPresent()) {
      files.refused(found.get());
      throw refusal.get();
    }
    try {
      files.accepted();
    } catch (LipstreamException e) {
      LOG.warn(
          "job {}: whether its files are there is not known: {}", identity.jobId(), e.getMessage());
    }
    return found;
  }

  private Optional<Refusal> refusal(JobRow row, RequestIdentity identity) {
    if (TaskState.isPassing(row)) {
      long left = row.getRetryAt() - clock.millis();
      return Optional.of(refusal(row).retryAfter(Duration.ofMillis(Math.max(1, left))));
    }
    if (!row.getRequestDigest().equals(identity.requestDigest())) {
      return Optional.of(
          Refusal.of(
                  ErrorCode.IDEMPOTENCE_CONFLICT,
                  "the request id '%s' was used before with other content; send new content under a new id"
                      .formatted(ShownText.of(identity.requestId())))
              .about(row.getJobId()));
    }
    return row.getState().equals("REJECTED") ? Optional.of(refusal(row)) : Optional.empty();
  }

  private static Optional<JobRow> notFailed(Optional<JobRow> found) {
    found
        .filter(row -> TaskState.isEnded(row) && !TaskState.isCompleted(row))
        .ifPresent(
            row -> {
              throw refusal(row);
            });
    return found;
  }

  private static Refusal refusal(JobRow row) {
    List<JobError> errors =
        TaskDocument.completion(row).map(Completion::getErrors).orElse(List.of());
    return Refusal.of(
            errors.isEmpty()
                ? List.of(ErrorCode.INTERNAL.jobError("the task ended as " + row.getState()))
                : errors)
        .about(row.getJobId());
  }
}
