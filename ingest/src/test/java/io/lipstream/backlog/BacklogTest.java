package io.lipstream.backlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.event.Lane;
import io.lipstream.settings.Settings;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class BacklogTest {
  private static final long START = 1_700_000_000_000L;
  private final Backlog backlog =
      new Backlog(
          BacklogSettings.from(
              Settings.parse(
                  BacklogSettings.SETTINGS,
                  Map.of(
                      "backlog.interactive-wait-ms", "10000", "backlog.bulk-wait-ms", "60000"))));
  private long now = START;
  private double done;

  @Test
  void nothingIsEstimatedBeforeWorkWasMeasured() {
    observe(1e9, 1e9);
    assertThat(backlog.estimatedWait(Lane.BULK)).isEmpty();
    assertThat(backlog.excess(Lane.BULK)).isEmpty();
  }

  @Test
  void interactiveWorkGoesFirstAndBulkWaitsForBoth() {
    work(50, 60);
    see(200, 1000);
    assertThat(backlog.estimatedWait(Lane.INTERACTIVE)).hasValue(4_000);
    assertThat(backlog.estimatedWait(Lane.BULK)).hasValue(24_000);
  }

  @Test
  void whatWasAdmittedSinceCountsAtOnce() {
    work(50, 60);
    see(200, 0);
    backlog.admit(Lane.INTERACTIVE, 300);
    assertThat(backlog.estimatedWait(Lane.INTERACTIVE)).hasValue(10_000);
    assertThat(backlog.excess(Lane.INTERACTIVE)).isEmpty();
    backlog.admit(Lane.INTERACTIVE, 50);
    assertThat(backlog.excess(Lane.INTERACTIVE)).hasValue(1_000);
    assertThat(backlog.refusal(Lane.INTERACTIVE, 1_000))
        .isEqualTo(
            "lane INTERACTIVE has work for 11 s before it, the limit is 10 s; send it again in 1 s");
    assertThat(backlog.excess(Lane.BULK)).isEmpty();
  }

  @Test
  void idleTimeSaysNothingOfTheRate() {
    work(50, 60);
    see(0, 0);
    for (int second = 0; second < 600; second++) {
      observe(0, 0);
    }
    see(0, 500);
    assertThat(backlog.estimatedWait(Lane.BULK).orElseThrow()).isEqualTo(10_000);
  }

  @Test
  void workersThatStandStillMakeTheWaitGrow() {
    work(50, 60);
    see(0, 2_000);
    assertThat(backlog.excess(Lane.BULK)).isEmpty();
    for (int second = 0; second < 60; second++) {
      observe(0, 2_000);
    }
    assertThat(backlog.excess(Lane.BULK)).isPresent();
  }

  @Property
  void aSteadyRateIsMeasuredWhateverItIs(@ForAll @DoubleRange(min = 0.1, max = 1e6) double rate) {
    Backlog measured =
        new Backlog(BacklogSettings.from(Settings.parse(BacklogSettings.SETTINGS, Map.of())));
    for (int second = 0; second <= 30; second++) {
      measured.observe(
          Map.of(Lane.BULK, new LaneLoad(10 * rate, second * rate)), START + 1000L * second);
    }
    assertThat((double) measured.estimatedWait(Lane.BULK).orElseThrow())
        .isCloseTo(10_000, Offset.offset(2.0));
  }

  /** So many units a second are done for so many seconds. */
  private void work(double rate, int seconds) {
    observe(0, 1e6);
    for (int second = 0; second < seconds; second++) {
      done += rate;
      observe(0, 1e6);
    }
  }

  private void observe(double interactive, double bulk) {
    now += 1000;
    see(interactive, bulk);
  }

  /** What waits has changed in no time. */
  private void see(double interactive, double bulk) {
    backlog.observe(
        Map.of(Lane.INTERACTIVE, new LaneLoad(interactive, 0), Lane.BULK, new LaneLoad(bulk, done)),
        now);
  }
}
