package io.lipstream.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class SideBySideTest {
  private final SideBySide work = new SideBySide("beside");

  @AfterEach
  void close() {
    work.close();
  }

  @Test
  void bothRunAtTheSameTime() throws Exception {
    CyclicBarrier meeting = new CyclicBarrier(2);
    String joined =
        work.both(
            () -> {
              meeting.await(10, TimeUnit.SECONDS);
              return "portrait";
            },
            () -> {
              meeting.await(10, TimeUnit.SECONDS);
              return "voice";
            },
            (one, other) -> one + " and " + other);
    assertThat(joined).isEqualTo("portrait and voice");
  }

  @Test
  void ofTwoFailuresTheFirstOnesIsToldHoweverTheyCome() {
    CountDownLatch secondFailed = new CountDownLatch(1);
    Callable<String> first =
        () -> {
          secondFailed.await();
          throw new LipstreamException(ErrorCode.FACE_NOT_FOUND, "no face");
        };
    Callable<String> second =
        () -> {
          secondFailed.countDown();
          throw new LipstreamException(ErrorCode.AUDIO_TOO_LONG, "too long");
        };
    assertThatThrownBy(() -> work.both(first, second, (one, other) -> one)).hasMessage("no face");
  }

  @Test
  void theSecondOnesFailureComesAsItWasThrown() {
    LipstreamException thrown = new LipstreamException(ErrorCode.AUDIO_TOO_LONG, "too long");
    assertThatThrownBy(
            () ->
                work.both(
                    () -> "portrait",
                    () -> {
                      throw thrown;
                    },
                    (one, other) -> one))
        .isSameAs(thrown);
  }

  @Test
  void nothingRunsAnyMoreWhenItThrows() {
    AtomicBoolean over = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                work.both(
                    () -> {
                      begun.await();
                      throw new LipstreamException(ErrorCode.FACE_NOT_FOUND, "no face");
                    },
                    () -> {
                      begun.countDown();
                      Thread.sleep(50);
                      over.set(true);
                      return "voice";
                    },
                    (one, other) -> one))
        .hasMessage("no face");
    assertThat(over).isTrue();
  }
}
