package io.lipstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class RetryPolicyTest {
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final RetryPolicy POLICY =
      new RetryPolicy(Duration.ofSeconds(5), Duration.ofHours(1));

  @Property
  void onlyAStatusOf2xxSettles(@ForAll @IntRange(min = 100, max = 599) int status) {
    NextStep step = POLICY.after(status(status), 0, 0, DAY, 0);
    assertThat(step instanceof NextStep.Settle).isEqualTo(status >= 200 && status < 300);
  }

  @Property
  void theNextCallIsLaterAndNeverAfterTheEnd(
      @ForAll @IntRange(min = 0, max = 100_000) int failures,
      @ForAll @LongRange(min = 0, max = 86_399_999) long now,
      @ForAll @DoubleRange(min = 0, max = 0.99) double chance,
      @ForAll @IntRange(min = 300, max = 409) int status) {
    NextStep step = POLICY.after(status(status), failures, now, DAY, chance);
    assertThat(step)
        .isInstanceOfSatisfying(
            NextStep.Retry.class,
            retry -> assertThat(retry.at()).isGreaterThan(now).isLessThanOrEqualTo(DAY));
  }

  @Property
  void thePauseDoublesUpToItsLimitAndAtMostHalfIsTakenOff(
      @ForAll @IntRange(min = 0, max = 100) int failures,
      @ForAll @DoubleRange(min = 0, max = 0.99) double chance) {
    long whole = Math.min(5000L << Math.min(failures, 20), 3_600_000);
    NextStep step = POLICY.after(new Answer.Unreachable("down"), failures, 0, DAY, chance);
    assertThat(((NextStep.Retry) step).at()).isBetween(whole / 2, whole);
  }

  @Test
  void aReceiverThatIsDownForADayIsCalledToTheVeryEnd() {
    Random random = new Random(7);
    List<Long> calls = new ArrayList<>(List.of(0L));
    while (true) {
      long now = calls.get(calls.size() - 1);
      NextStep step =
          POLICY.after(
              new Answer.Unreachable("down"), calls.size() - 1, now, DAY, random.nextDouble());
      if (step instanceof NextStep.GiveUp) {
        break;
      }
      calls.add(((NextStep.Retry) step).at());
    }
    assertThat(calls).last().isEqualTo(DAY);
    assertThat(calls).hasSizeBetween(30, 70);
  }

  @Test
  void aReceiverThatAsksForTimeGetsItUpToTheLimit() {
    assertThat(after(503, Duration.ofSeconds(90))).isEqualTo(90_000);
    assertThat(after(429, Duration.ofDays(3))).isEqualTo(3_600_000);
    assertThat(after(429, Duration.ZERO)).isEqualTo(5000);
  }

  @Test
  void whatCannotEverWorkIsGivenUpAtOnce() {
    assertThat(POLICY.after(status(410), 0, 0, DAY, 0)).isInstanceOf(NextStep.GiveUp.class);
    assertThat(POLICY.after(new Answer.Forbidden("private"), 0, 0, DAY, 0))
        .isEqualTo(new NextStep.GiveUp("private"));
    assertThat(POLICY.after(status(500), 3, DAY, DAY, 0)).isInstanceOf(NextStep.GiveUp.class);
  }

  private static long after(int status, Duration asked) {
    Answer answer = new Answer.Status(status, Optional.of(asked));
    return ((NextStep.Retry) POLICY.after(answer, 0, 0, DAY, 0)).at();
  }

  private static Answer status(int status) {
    return new Answer.Status(status, Optional.empty());
  }
}
