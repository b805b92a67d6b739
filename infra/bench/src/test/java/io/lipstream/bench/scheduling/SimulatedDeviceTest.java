package io.lipstream.bench.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class SimulatedDeviceTest {
  private final SimulatedDevice device = SimulatedDevice.normalised(ClipMix.standard());

  @Test
  void fourTogetherCostWhatIsPublished() {
    assertThat(run(1) / (run(4) / 4)).isCloseTo(1.35, within(1e-9));
  }

  @Test
  void timeGrowsWithFramesPixelsAndSteps() {
    double one = device.runNanos(1, 25, 512 * 512, 25);
    assertThat(device.runNanos(1, 25, 1024 * 1024, 25)).isGreaterThan(2 * one);
    assertThat(device.runNanos(1, 50, 512 * 512, 25))
        .isEqualTo(device.runNanos(2, 25, 512 * 512, 25));
    assertThat(device.runNanos(1, 25, 512 * 512, 50)).isCloseTo(2 * one, within(1e-3));
  }

  @Test
  void theFiftiethRequestFillsTheMemory() {
    long slice = device.peakBytes(1, 25, 1024 * 1024);
    assertThat(50 * slice).isLessThanOrEqualTo(device.memoryBytes());
    assertThat(51 * slice).isGreaterThan(device.memoryBytes());
  }

  @Test
  void aNaiveServerHasTheKnownShape() {
    LoadResult below = naive(50);
    assertThat(below.throughput()).isCloseTo(4.8, within(0.15));
    assertThat(below.errors()).isZero();
    LoadResult above = naive(80);
    assertThat(above.throughput()).isCloseTo(2.3, within(0.2));
    assertThat(above.errors()).isBetween(0.1, 0.25);
  }

  private LoadResult naive(int users) {
    return new ClosedLoop(ClipMix.standard(), users, 1)
        .run(
            time -> new NaiveServer(time, device, 1),
            1,
            Duration.ofMinutes(3),
            Duration.ofMinutes(10));
  }

  private double run(int batch) {
    return device.runNanos(batch, 25, 512 * 512, 25);
  }
}
