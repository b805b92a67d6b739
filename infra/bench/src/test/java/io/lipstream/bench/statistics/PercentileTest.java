package io.lipstream.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PercentileTest {
  private static final double[] HUNDRED = IntStream.rangeClosed(1, 100).asDoubleStream().toArray();

  @Test
  void theRankIsTheShare() {
    assertThat(Percentile.of(HUNDRED, 0.99)).isEqualTo(99);
    assertThat(Percentile.of(HUNDRED, 0.5)).isEqualTo(50);
    assertThat(Percentile.of(HUNDRED, 0)).isEqualTo(1);
    assertThat(Percentile.of(HUNDRED, 1)).isEqualTo(100);
    assertThat(Percentile.of(new double[] {7}, 0.95)).isEqualTo(7);
  }

  @Test
  void ofNothingThereIsNone() {
    assertThatThrownBy(() -> Percentile.of(new double[0], 0.5))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Property
  void thatShareIsNotAboveIt(
      @ForAll @Size(min = 1, max = 50) double[] values,
      @ForAll @DoubleRange(min = 0, max = 1) double share) {
    double percentile = Percentile.of(values, share);
    assertThat(values).contains(percentile);
    long notAbove =
        Arrays.stream(values).filter(value -> Double.compare(value, percentile) <= 0).count();
    assertThat((double) notAbove).isGreaterThanOrEqualTo(share * values.length);
  }
}
