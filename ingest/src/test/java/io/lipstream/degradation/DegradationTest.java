package io.lipstream.degradation;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.event.Lane;
import io.lipstream.event.Parameters;
import io.lipstream.settings.Settings;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class DegradationTest {
  private static final long START = 1_700_000_000_000L;
  private final Degradation degradation = with(Map.of());
  private long now = START;

  @Test
  void stepsGoBeforeResolutionAndBothComeBack() {
    Parameters asked = asked(20, 768);
    assertThat(made(asked)).isEqualTo(asked);
    for (int[] expected : new int[][] {{15, 768}, {10, 768}, {10, 576}, {10, 384}, {10, 384}}) {
      see(0.75);
      assertThat(made(asked)).isEqualTo(asked(expected[0], expected[1]));
    }
    for (int[] expected : new int[][] {{10, 576}, {10, 768}, {15, 768}, {20, 768}, {20, 768}}) {
      see(0.4);
      assertThat(made(asked)).isEqualTo(asked(expected[0], expected[1]));
    }
  }

  @Test
  void aLaneMovesOnceInTheLeastTimeAndNotForAnother() {
    degradation.observe(Lane.BULK, 1, now);
    degradation.observe(Lane.BULK, 1, now + 4_999);
    degradation.observe(Lane.BULK, 0, now + 4_999);
    assertThat(degradation.level(Lane.BULK)).isEqualTo(1);
    degradation.observe(Lane.BULK, 1, now + 5_000);
    assertThat(degradation.level(Lane.BULK)).isEqualTo(2);
    assertThat(degradation.level(Lane.INTERACTIVE)).isZero();
  }

  @Test
  void nothingIsDegradedWhereItIsSwitchedOff() {
    Degradation off = with(Map.of("degradation.enabled", "false"));
    off.observe(Lane.BULK, 5, now);
    assertThat(off.made(Lane.BULK, asked(20, 768))).isEqualTo(asked(20, 768));
  }

  @Property(tries = 300)
  void neverBeneathTheFloorsNorMoreThanAskedAndLessTheFullerTheLane(
      @ForAll @IntRange(min = 1, max = 1024) int steps,
      @ForAll @IntRange(min = 64, max = 1024) int halfSide) {
    Degradation filling = with(Map.of());
    Parameters asked = asked(steps, 2 * halfSide);
    Parameters before = asked;
    for (int level = 0; level <= Degradation.LOWEST; level++) {
      Parameters made = filling.made(Lane.BULK, asked);
      assertThat(made.getInferenceSteps())
          .isBetween(Math.min(8, steps), before.getInferenceSteps());
      assertThat(made.getMinResolution())
          .isBetween(Math.min(256, 2 * halfSide), before.getMinResolution())
          .matches(side -> side % 2 == 0);
      before = made;
      filling.observe(Lane.BULK, 1, START + level * 5_000L);
    }
  }

  @Property(tries = 300)
  void aWaitThatMovesBetweenTheSharesChangesNothing(
      @ForAll @IntRange(min = 0, max = 4) int level,
      @ForAll @Size(50) List<@DoubleRange(min = 0.41, max = 0.74) Double> shares) {
    Degradation standing = with(Map.of());
    long time = START;
    for (int i = 0; i < level; i++) {
      standing.observe(Lane.BULK, 1, time += 5_000);
    }
    for (double share : shares) {
      standing.observe(Lane.BULK, share, time += 5_000);
      assertThat(standing.level(Lane.BULK)).isEqualTo(level);
    }
  }

  @Property(tries = 300)
  void allIsMadeAgainOnceTheBacklogIsGone(
      @ForAll @Size(30) List<@DoubleRange(min = 0, max = 3) Double> shares) {
    Degradation emptying = with(Map.of());
    long time = START;
    for (double share : shares) {
      emptying.observe(Lane.INTERACTIVE, share, time += 1_000);
    }
    for (int i = 0; i <= Degradation.LOWEST; i++) {
      emptying.observe(Lane.INTERACTIVE, 0, time += 5_000);
    }
    assertThat(emptying.level(Lane.INTERACTIVE)).isZero();
  }

  private void see(double share) {
    now += 5_000;
    degradation.observe(Lane.BULK, share, now);
  }

  private Parameters made(Parameters asked) {
    return degradation.made(Lane.BULK, asked);
  }

  private static Degradation with(Map<String, String> values) {
    return new Degradation(
        DegradationSettings.from(Settings.parse(DegradationSettings.SETTINGS, values)));
  }

  private static Parameters asked(int steps, int side) {
    return Parameters.newBuilder().setInferenceSteps(steps).setMinResolution(side).build();
  }
}
