package io.lipstream.gateway;

import io.lipstream.ledger.JobRow;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Looks at a row when this instance writes it, and, for another may be its owner, again and again,
 * ever more seldom, until it is as wanted or time is up. No thread waits meanwhile. Thread-safe.
 */
final class RowWatch {
  private static final long FIRST_PAUSE_MS = 50;
  private static final long LONGEST_PAUSE_MS = 250;

  private final TaskDirectory directory;
  private final RowNews news;
  private final Executor threads;

  RowWatch(TaskDirectory directory, RowNews news, Executor threads) {
    this.directory = directory;
    this.news = news;
    this.threads = threads;
  }

  /**
   * The row as soon as it is as wanted, else as it is when the time is up.
   *
   * @return ends as the last look did, with a {@link Refusal} if that did not reach the row
   */
  CompletableFuture<Optional<JobRow>> until(
      String jobId, Predicate<Optional<JobRow>> wanted, Duration longest) {
    CompletableFuture<Optional<JobRow>> answer = new CompletableFuture<>();
    Runnable told = () -> threads.execute(() -> peek(jobId, wanted, answer));
    news.add(jobId, told);
    var unused = answer.whenComplete((row, failure) -> news.remove(jobId, told));
    look(jobId, wanted, System.nanoTime() + longest.toNanos(), FIRST_PAUSE_MS, answer);
    return answer;
  }

  private void peek(
      String jobId,
      Predicate<Optional<JobRow>> wanted,
      CompletableFuture<Optional<JobRow>> answer) {
    var unused =
        directory
            .find(jobId)
            .thenAccept(
                row -> {
                  if (wanted.test(row)) {
                    answer.complete(row);
                  }
                });
  }

  private void look(
      String jobId,
      Predicate<Optional<JobRow>> wanted,
      long end,
      long pause,
      CompletableFuture<Optional<JobRow>> answer) {
    directory
        .find(jobId)
        .whenComplete(
            (row, failure) -> {
              long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
              if (answer.isDone()) {
                return;
              }
              if (failure == null && (left <= 0 || wanted.test(row))) {
                answer.complete(row);
              } else if (failure != null && left <= 0) {
                answer.completeExceptionally(failure);
              } else {
                CompletableFuture.delayedExecutor(
                        Math.min(pause, left + 1), TimeUnit.MILLISECONDS, threads)
                    .execute(
                        () ->
                            look(
                                jobId,
                                wanted,
                                end,
                                Math.min(LONGEST_PAUSE_MS, pause + pause / 2),
                                answer));
              }
            })
        .exceptionally(
            failure -> {
              answer.completeExceptionally(failure);
              return null;
            });
  }
}
