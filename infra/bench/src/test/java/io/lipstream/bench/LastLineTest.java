package io.lipstream.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whoever reads the last lines reads them by these forms, in any locale. */
final class LastLineTest {
  private final Locale before = Locale.getDefault();

  @BeforeEach
  void writeCommas() {
    Locale.setDefault(Locale.GERMANY);
  }

  @AfterEach
  void writeAsBefore() {
    Locale.setDefault(before);
  }

  @Test
  void everyBenchmarkHasItsForm() {
    assertThat(LastLine.efficiency(0.9412, 134.63, 140.8))
        .isEqualTo("ratio=0.94 fps=134.6 loop_fps=140.8");
    assertThat(LastLine.latency(377.4, 514.2)).isEqualTo("median_over_ms=377 p95_over_ms=514");
    assertThat(LastLine.loadCurve(1, 0, 0.9996, 0.985, 0.496, 0.17))
        .isEqualTo(
            "throughput_ratio=1.000 errors=0.000 busy=1.000 fill=0.985 naive_ratio=0.496"
                + " naive_errors=0.170");
    assertThat(LastLine.skew(1, 1.05, 0.9651))
        .isEqualTo("utilisation=1.000 p99_ratio=1.050 round_robin_utilisation=0.965");
    assertThat(LastLine.scale(0.99)).isEqualTo("worst=0.990");
    assertThat(LastLine.batcher(0.0014, 1540.2)).isEqualTo("overhead=0.0014 ns_per_item=1540");
    assertThat(LastLine.soak(-42.31, 1.3, 900))
        .isEqualTo("p99_slope_percent=-42.3 rss_slope_percent=1.3 seconds=900");
  }
}
