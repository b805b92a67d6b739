package io.lipstream.bench.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.LipstreamException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RealTimeFiguresTest {
  @Test
  void aSmallDifferencePasses() {
    assertThatCode(() -> figures(0.70).check()).doesNotThrowAnyException();
    assertThat(figures(0.70).text()).contains("utilisation 0.700", "difference 0.036");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.68, 0.80, Double.NaN})
  void aLargeOneOrNoneEndsWithAnError(double real) {
    assertThatThrownBy(() -> figures(real).check())
        .isInstanceOf(LipstreamException.class)
        .hasMessageContaining("0.736 simulated, expected at most 0.05 apart");
  }

  private static RealTimeFigures figures(double real) {
    return new RealTimeFigures(8, Duration.ofSeconds(60), 0.736, real);
  }
}
