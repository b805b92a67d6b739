package io.lipstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.ledger.JobRow;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class RowWatchTest {
  private static final String JOB = "j";
  private static final Duration LONG = Duration.ofSeconds(60);

  private final AtomicReference<JobRow> row = new AtomicReference<>();
  private final AtomicInteger looks = new AtomicInteger();
  private final RowNews news = new RowNews();
  private final RowWatch watch = new RowWatch(new OneRow(), news, Runnable::run);

  @Test
  void aRowThatIsWrittenHereIsSeenAtThatInstantAndNobodyIsForgottenInTheMap() throws Exception {
    CompletableFuture<Optional<JobRow>> first = watch.until(JOB, Optional::isPresent, LONG);
    CompletableFuture<Optional<JobRow>> second = watch.until(JOB, Optional::isPresent, LONG);
    news.changed("another");
    news.changed(JOB);
    assertThat(first).as("the row is not as wanted yet").isNotDone();

    row.set(row());
    news.changed(JOB);

    assertThat(first).isDone();
    assertThat(second).isDone();
    assertThat(first.get()).contains(row.get());
    assertThat(news.size()).isZero();
  }

  @Test
  void aRowThatAnotherInstanceWritesIsFoundByLooking() throws Exception {
    CompletableFuture<Optional<JobRow>> answer = watch.until(JOB, Optional::isPresent, LONG);
    row.set(row());
    assertThat(answer.get(10, TimeUnit.SECONDS)).isPresent();
    assertThat(looks.get()).isGreaterThan(1);
  }

  @Test
  void whenTheTimeIsUpTheAnswerIsWhatIsThere() throws ExecutionException, InterruptedException {
    assertThat(watch.until(JOB, Optional::isPresent, Duration.ofMillis(120)).get()).isEmpty();
    assertThat(news.size()).isZero();
  }

  private static JobRow row() {
    return JobRow.newBuilder()
        .setJobId(JOB)
        .setTenant("t")
        .setRequestId("r")
        .setRequestDigest("d")
        .setState("QUEUED")
        .setAcceptedAt(1)
        .build();
  }

  private final class OneRow implements TaskDirectory {
    @Override
    public CompletableFuture<Optional<JobRow>> find(String jobId) {
      looks.incrementAndGet();
      return CompletableFuture.completedFuture(Optional.ofNullable(row.get()));
    }

    @Override
    public CompletableFuture<Map<String, JobRow>> findAll(Collection<String> jobIds) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<TaskPage> list(TaskQuery query) {
      throw new UnsupportedOperationException();
    }
  }
}
