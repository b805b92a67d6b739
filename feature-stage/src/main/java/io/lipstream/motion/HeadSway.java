package io.lipstream.motion;

import static io.lipstream.motion.MotionChannel.HEAD_ROLL;
import static io.lipstream.motion.MotionChannel.HEAD_SCALE;
import static io.lipstream.motion.MotionChannel.HEAD_X;
import static io.lipstream.motion.MotionChannel.HEAD_Y;

import java.util.random.RandomGenerator;

/**
 * The small movements of a head that is held still, breathing among them: for each channel three
 * sines whose frequencies have no common measure, so that the movement never repeats, with phases
 * by the seed. A pure function of time after construction.
 */
final class HeadSway {
  private static final double[] RATIOS = {1, 1.6180339887, 2.4142135624};
  private static final double[] SHARES = {0.6, 0.3, 0.1};
  private static final double FREQUENCY_SPREAD = 0.15;

  private final Wave[] waves;

  /**
   * Draws the phases.
   *
   * @param strength factor of all movement
   */
  HeadSway(RandomGenerator random, double strength) {
    waves =
        new Wave[] {
          new Wave(HEAD_X, strength * 0.012, 0.17, random),
          new Wave(HEAD_Y, strength * 0.008, 0.23, random),
          new Wave(HEAD_ROLL, strength * 0.017, 0.13, random),
          new Wave(HEAD_SCALE, strength * 0.006, 0.19, random)
        };
  }

  /** Writes the head channels of a row. */
  void write(double seconds, float[] row) {
    for (Wave wave : waves) {
      row[wave.channel.ordinal()] = (float) wave.at(seconds);
    }
  }

  private static final class Wave {
    private final MotionChannel channel;
    private final double amplitude;
    private final double[] frequencies = new double[RATIOS.length];
    private final double[] phases = new double[RATIOS.length];

    Wave(MotionChannel channel, double amplitude, double frequency, RandomGenerator random) {
      this.channel = channel;
      this.amplitude = amplitude;
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
      return amplitude * sum;
    }
  }
}
