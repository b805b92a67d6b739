package io.lipstream.motion;

/**
 * What the sound network hears of a voice: each log-mel frame against what the voice has been like
 * so far. Nothing here looks ahead, and nothing waits: the level starts at that of the quietest
 * voices and rises within a syllable, so that a voice is heard alike however loud it is recorded.
 * One thread at a time; memory is a few numbers a band.
 *
 * <p>Three planes, each of all bands. The first is the frame against the voice's level, which rises
 * fast and falls slowly. The second is that without the voice's colour, a slow mean over the frames
 * with a voice: what a microphone or a telephone adds. The third is the frame against the noise
 * floor, which falls fast and rises slowly. The constants are those that the network was taught
 * with, in {@code infra/bundle/training/sound_to_mouth/hearing.py}; levels are natural logarithms
 * of energy, as the frames are.
 */
final class RunningHearing {
  static final int PLANES = 3;

  /** What stands where there is no recording, in all planes. */
  static final float NOTHING = -4;

  private static final double QUIETEST_LEVEL = -3;
  private static final double LEVEL_RISE = 0.15;
  private static final double LEVEL_FALL = 0.002;
  private static final double FLOOR_RISE = 0.008;
  private static final double FLOOR_FALL = 0.2;
  private static final double FLOOR_DEPTH = 10;
  private static final double COLOUR_RATE = 0.003;
  private static final double ACTIVE = 4.6;
  private static final double COLOUR_OF_LOWEST_BAND = -2.5;
  private static final double COLOUR_OF_HIGHEST_BAND = -5.5;
  private static final double SCALE = 1.0 / 3;
  private static final double LOUDEST = 2;

  private final double[] colour;
  private final double[] floor;
  private double level = QUIETEST_LEVEL;
  private double loudness;
  private boolean began;

  RunningHearing(int bands) {
    colour = new double[bands];
    floor = new double[bands];
    for (int band = 0; band < bands; band++) {
      double share = (double) band / Math.max(1, bands - 1);
      colour[band] =
          COLOUR_OF_LOWEST_BAND + share * (COLOUR_OF_HIGHEST_BAND - COLOUR_OF_LOWEST_BAND);
    }
  }

  /**
   * Hears the next frame.
   *
   * @param frame log-mels, one a band
   * @param heard receives {@link #PLANES} times as many values, plane after plane
   */
  void hear(float[] frame, float[] heard) {
    begin(frame);
    loudness = loudness(frame);
    level =
        Math.max(
            QUIETEST_LEVEL,
            loudness > level ? level + LEVEL_RISE * (loudness - level) : level - LEVEL_FALL);
    boolean active = loudness > level - ACTIVE;
    int bands = frame.length;
    for (int band = 0; band < bands; band++) {
      double againstLevel = frame[band] - level;
      if (active) {
        colour[band] += COLOUR_RATE * (againstLevel - colour[band]);
      }
      double aboveFloor = frame[band] - floor[band];
      floor[band] += aboveFloor < 0 ? FLOOR_FALL * aboveFloor : FLOOR_RISE;
      floor[band] = Math.max(floor[band], level - FLOOR_DEPTH);
      heard[band] = scaled(againstLevel);
      heard[bands + band] = scaled(againstLevel - colour[band]);
      heard[2 * bands + band] = scaled(frame[band] - floor[band]);
    }
  }

  /** Of the newest frame. */
  double loudness() {
    return loudness;
  }

  /** Of the voice, as far as it was heard. */
  double level() {
    return level;
  }

  private void begin(float[] frame) {
    if (began) {
      return;
    }
    began = true;
    for (int band = 0; band < frame.length; band++) {
      floor[band] = Math.max(frame[band], QUIETEST_LEVEL - FLOOR_DEPTH);
    }
  }

  private static double loudness(float[] frame) {
    double energy = 0;
    for (float value : frame) {
      energy += Math.exp(value);
    }
    return Math.log(energy);
  }

  private static float scaled(double value) {
    return (float) Math.max(NOTHING, Math.min(LOUDEST, SCALE * value));
  }
}
