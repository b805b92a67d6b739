package io.lipstream.motion;

import java.util.random.RandomGenerator;

/**
 * A value that wanders about 0 and never repeats: three sines whose frequencies have no common
 * measure, with phases by the seed. At most 1 either way; a pure function of time after
 * construction.
 */
final class Wander {
  private static final double[] RATIOS = {1, 1.6180339887, 2.4142135624};
  private static final double[] SHARES = {0.6, 0.3, 0.1};
  private static final double FREQUENCY_SPREAD = 0.15;

  private final double[] frequencies = new double[RATIOS.length];
  private final double[] phases = new double[RATIOS.length];

  /**
   * Draws the phases.
   *
   * @param frequency of the slowest and largest sine, Hz
   */
  Wander(double frequency, RandomGenerator random) {
    for (int i = 0; i < RATIOS.length; i++) {
      double spread = 1 + FREQUENCY_SPREAD * (2 * random.nextDouble() - 1);
      frequencies[i] = 2 * Math.PI * frequency * RATIOS[i] * spread;
      phases[i] = 2 * Math.PI * random.nextDouble();
    }
  }

  double at(double seconds) {
    double sum = 0;
    for (int i = 0; i < RATIOS.length; i++) {
      sum += SHARES[i] * StrictMath.sin(frequencies[i] * seconds + phases[i]);
    }
    return sum;
  }
}
