package io.lipstream.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RobustSlopeTest {
  private static final double[] X = IntStream.range(0, 20).asDoubleStream().toArray();

  @Property
  void aLineHasItsSlope(
      @ForAll @IntRange(min = -50, max = 50) int slope, @ForAll @IntRange(max = 9) int start) {
    double[] y = Arrays.stream(X).map(x -> start + slope * x).toArray();
    assertThat(RobustSlope.through(X, y).slope()).isCloseTo(slope, within(1e-9));
  }

  @Test
  void aFewOutliersDoNotMoveIt() {
    double[] y = Arrays.stream(X).map(x -> 100 + 2 * x).toArray();
    y[3] = 5000;
    y[11] = -900;
    y[19] = 8000;
    assertThat(RobustSlope.through(X, y).slope()).isCloseTo(2, within(0.1));
  }

  @Test
  void percentIsOfTheMedianOverTheLength() {
    RobustSlope slope = RobustSlope.through(new double[] {0, 5, 10}, new double[] {95, 100, 105});
    assertThat(slope.percentOver(10)).isCloseTo(10, within(1e-9));
  }

  @Test
  void onePointHasNone() {
    assertThatThrownBy(() -> RobustSlope.through(new double[1], new double[1]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
