package io.lipstream.gateway;

import io.lipstream.admission.RequestIdentity;
import io.lipstream.error.ErrorCode;
import io.lipstream.event.JobError;
import io.lipstream.event.Request;
import io.lipstream.ledger.JobRow;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Sends the requests of a batch and waits as long as {@link Submission} does for what the ledger
 * says of each. What it has not said by then is taken for accepted, for the events are safe. No
 * thread waits meanwhile. Thread-safe.
 */
final class BatchSubmission {
  private static final long PAUSE_MS = 50;

  private final TaskDirectory directory;
  private final Outbox outbox;
  private final Duration idempotence;
  private final Clock clock;

  BatchSubmission(TaskDirectory directory, Outbox outbox, Duration idempotence, Clock clock) {
    this.directory = directory;
    this.outbox = outbox;
    this.idempotence = idempotence;
    this.clock = clock;
  }

  /**
   * Sends the requests.
   *
   * @return ends with a {@link Refusal} if some were refused; the others are accepted all the same
   */
  CompletableFuture<Void> send(BatchId batch, List<Request> requests) {
    Map<String, String> digests = new LinkedHashMap<>();
    requests.stream()
        .map(RequestIdentity::of)
        .forEach(identity -> digests.put(identity.jobId(), identity.requestDigest()));
    List<String> jobIds = List.copyOf(digests.keySet());
    return rows(jobIds)
        .thenCompose(
            before ->
                CompletableFuture.allOf(
                        requests.stream().map(outbox::send).toArray(CompletableFuture[]::new))
                    .thenCompose(
                        sent ->
                            answers(
                                jobIds,
                                passed(before),
                                System.nanoTime() + Submission.DECISION.toNanos())))
        .thenAccept(answers -> check(batch, digests, answers));
  }

  private CompletableFuture<Map<String, JobRow>> rows(List<String> jobIds) {
    return directory.findAll(jobIds).exceptionally(failure -> Map.of());
  }

  private Map<String, Long> passed(Map<String, JobRow> before) {
    Map<String, Long> passed = new HashMap<>();
    before.forEach(
        (id, row) -> {
          if (TaskState.givesWay(row, idempotence, clock.millis())) {
            passed.put(id, row.getAcceptedAt());
          }
        });
    return passed;
  }

  private CompletableFuture<Map<String, JobRow>> answers(
      List<String> jobIds, Map<String, Long> passed, long end) {
    return rows(jobIds)
        .thenCompose(
            rows -> {
              Map<String, JobRow> answers = new HashMap<>(rows);
              answers
                  .entrySet()
                  .removeIf(
                      row ->
                          !TaskState.isAnswer(
                              row.getValue(), passed.getOrDefault(row.getKey(), Long.MIN_VALUE)));
              return answers.size() == jobIds.size() || System.nanoTime() >= end
                  ? CompletableFuture.completedFuture(answers)
                  : pause().thenCompose(now -> answers(jobIds, passed, end));
            });
  }

  private static CompletableFuture<Void> pause() {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(PAUSE_MS, TimeUnit.MILLISECONDS));
  }

  private void check(BatchId batch, Map<String, String> digests, Map<String, JobRow> answers) {
    List<JobRow> postponed = answers.values().stream().filter(TaskState::isPassing).toList();
    if (!postponed.isEmpty()) {
      throw postponed(batch, postponed);
    }
    boolean conflict =
        answers.entrySet().stream()
            .anyMatch(row -> !row.getValue().getRequestDigest().equals(digests.get(row.getKey())));
    if (conflict) {
      throw Refusal.of(
          ErrorCode.IDEMPOTENCE_CONFLICT,
          "the request id '%s' was used before for a batch with other content; send new content under a new id"
              .formatted(batch.key()));
    }
  }

  private Refusal postponed(BatchId batch, List<JobRow> rows) {
    JobError error =
        TaskDocument.completion(rows.get(0))
            .map(completion -> completion.getErrors().get(0))
            .orElseGet(() -> ErrorCode.OVERLOADED.jobError("the lane is full"));
    long last = rows.stream().mapToLong(JobRow::getRetryAt).max().orElseThrow();
    String message =
        "%d of %d jobs were taken, the others not: %s; send the same batch as request_id '%s' again"
            .formatted(batch.size() - rows.size(), batch.size(), error.getMessage(), batch.key());
    return Refusal.of(List.of(JobError.newBuilder(error).setMessage(message).build()))
        .retryAfter(Duration.ofMillis(Math.max(1, last - clock.millis())));
  }
}
