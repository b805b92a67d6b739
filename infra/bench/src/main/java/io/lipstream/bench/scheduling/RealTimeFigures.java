package io.lipstream.bench.scheduling;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.time.Duration;
import java.util.Locale;

/**
 * Utilisation of the same arrivals on a model and on the real clock.
 *
 * @param simulated share of the time, 0 to 1
 * @param real share of the time, 0 to 1
 */
record RealTimeFigures(int devices, Duration length, double simulated, double real) {
  private static final double TOLERANCE = 0.05;

  double difference() {
    return Math.abs(real - simulated);
  }

  String text() {
    return String.format(
        Locale.ROOT,
        "On the real clock, a Flink mini-cluster of %d render subtasks with engines that sleep, 4"
            + " clips a second each, %d s: utilisation %.3f; the same arrivals simulated: %.3f;"
            + " difference %.3f, goal at most %.2f.",
        devices,
        length.toSeconds(),
        real,
        simulated,
        difference(),
        TOLERANCE);
  }

  /**
   * Ends the benchmark if the model does not tell what is so: then its other figures mean nothing.
   *
   * @throws LipstreamException INTERNAL
   */
  void check() {
    if (!(difference() <= TOLERANCE)) {
      throw new LipstreamException(
          ErrorCode.INTERNAL,
          String.format(
              Locale.ROOT,
              "utilisation is %.3f on the real clock and %.3f simulated, expected at most %.2f apart",
              real,
              simulated,
              TOLERANCE));
    }
  }
}
