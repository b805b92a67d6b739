package io.lipstream.degradation;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.backlog.Backlog;
import io.lipstream.backlog.BacklogSettings;
import io.lipstream.backlog.LaneLoad;
import io.lipstream.backlog.WorkCost;
import io.lipstream.event.Lane;
import io.lipstream.event.Parameters;
import io.lipstream.settings.Settings;
import java.time.Duration;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

/**
 * The loop as the ledger closes it: what is made depends on the wait, the wait on what is made.
 * Devices do so much work a second; jobs come at a multiple of what they could do undegraded.
 */
final class DegradationLoopTest {
  private static final Parameters ASKED = asked();
  private static final double FRAMES = 250;
  private static final double CAPACITY = 1000;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Test
  void aLaneThatWouldRefuseMakesLessInsteadAndComesBack() {
    Loop asked = new Loop(false);
    asked.run(1.5, 1200);
    assertThat(asked.refused).isGreaterThan(100);

    Loop loop = new Loop(true);
    loop.run(1.5, 1200);
    assertThat(loop.refused).isZero();
    assertThat(loop.longestWait).isLessThan(LIMIT.toMillis());
    assertThat(loop.highest).isBetween(1, 3);

    loop.run(0.5, 600);
    assertThat(loop.level()).isZero();
    assertThat(loop.made()).isEqualTo(ASKED);
  }

  @Property(tries = 60)
  void upToThreeTimesTheCapacityNothingIsRefused(
      @ForAll @DoubleRange(min = 0.2, max = 3) double load) {
    Loop loop = new Loop(true);
    loop.run(load, 1800);
    assertThat(loop.refused).isZero();
    assertThat(loop.longestWait).isLessThan(LIMIT.toMillis());
    if (load < 0.9) {
      assertThat(loop.highest).isZero();
    }
    loop.run(0.3, 900);
    assertThat(loop.level()).isZero();
  }

  @Test
  void aLoadThatStaysMovesTheLevelFarLessOftenThanItCould() {
    Loop loop = new Loop(true);
    loop.run(1.5, 600);
    int before = loop.moves;
    loop.run(1.5, 3600);
    assertThat(loop.moves - before).isLessThan(3600 / 5 / 4);
  }

  /** Seconds of a lane, on a clock of its own. */
  private static final class Loop {
    private final Backlog backlog =
        new Backlog(
            BacklogSettings.from(
                Settings.parse(
                    BacklogSettings.SETTINGS,
                    Map.of("backlog.interactive-wait-ms", Long.toString(LIMIT.toMillis())))));
    private final Degradation degradation;
    private long now = 1_700_000_000_000L;
    private double waiting;
    private double done;
    private double due;
    private int refused;
    private int highest;
    private int moves;
    private long longestWait;

    Loop(boolean enabled) {
      degradation =
          new Degradation(
              DegradationSettings.from(
                  Settings.parse(
                      DegradationSettings.SETTINGS,
                      Map.of("degradation.enabled", Boolean.toString(enabled)))));
    }

    void run(double load, int seconds) {
      for (int second = 0; second < seconds; second++) {
        now += 1000;
        double work = Math.min(waiting, CAPACITY);
        waiting -= work;
        done += work;
        backlog.observe(Map.of(Lane.INTERACTIVE, new LaneLoad(waiting, done)), now);
        int before = level();
        degradation.observe(Lane.INTERACTIVE, backlog.share(Lane.INTERACTIVE), now);
        moves += Math.abs(level() - before);
        highest = Math.max(highest, level());
        longestWait = Math.max(longestWait, backlog.estimatedWait(Lane.INTERACTIVE).orElse(0));
        due += load * CAPACITY / cost(ASKED);
        for (; due >= 1; due--) {
          arrive();
        }
      }
    }

    private void arrive() {
      if (backlog.excess(Lane.INTERACTIVE).isPresent()) {
        refused++;
        return;
      }
      double cost = cost(made());
      backlog.admit(Lane.INTERACTIVE, cost);
      waiting += cost;
    }

    Parameters made() {
      return degradation.made(Lane.INTERACTIVE, ASKED);
    }

    int level() {
      return degradation.level(Lane.INTERACTIVE);
    }

    private static double cost(Parameters parameters) {
      return WorkCost.ofFrames(parameters, FRAMES);
    }
  }

  private static Parameters asked() {
    return Parameters.newBuilder().setInferenceSteps(20).setMinResolution(768).build();
  }
}
