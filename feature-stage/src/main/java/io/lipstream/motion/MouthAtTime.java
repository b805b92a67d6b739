package io.lipstream.motion;

/**
 * The mouth at moments that only move forward: the mean of the values around a moment, weighted by
 * a Gaussian bell. One thread at a time.
 */
final class MouthAtTime {
  static final int FRAMES_A_SECOND = MouthOfVoice.FRAMES_A_SECOND;

  /** Deviations of the bell that are looked at, to either side. */
  static final double REACH = 3;

  /** Taken off, so that a value comes into reach with no weight and not with a jump. */
  private static final double EDGE = Math.exp(-REACH * REACH / 2);

  private final MouthOfVoice voice;

  MouthAtTime(MouthOfVoice voice) {
    this.voice = voice;
  }

  /** Whether the voice lasts so long. */
  boolean has(double seconds) {
    return voice.has((int) Math.ceil(seconds * FRAMES_A_SECOND));
  }

  /**
   * The values at a moment, {@link MouthValues#COUNT} of them. Before the beginning and after the
   * end the nearest values hold.
   *
   * @param seconds never before an earlier call's by more than a tenth of a second
   * @param deviation of the bell, seconds
   */
  float[] at(double seconds, double deviation) {
    double width = deviation * FRAMES_A_SECOND;
    double center = Math.max(0, seconds * FRAMES_A_SECOND);
    int last = (int) Math.floor(center + REACH * width);
    if (!voice.has(last)) {
      center = Math.min(voice.frames() - 1, center);
      last = Math.min(voice.frames() - 1, last);
    }
    double[] sums = new double[MouthValues.COUNT];
    double weights = 0;
    for (int frame = Math.max(0, (int) Math.ceil(center - REACH * width)); frame <= last; frame++) {
      double distance = (frame - center) / width;
      double weight = Math.exp(-distance * distance / 2) - EDGE;
      weights += weight;
      float[] row = voice.row(frame);
      for (int value = 0; value < sums.length; value++) {
        sums[value] += weight * row[value];
      }
    }
    float[] mean = new float[sums.length];
    for (int value = 0; value < sums.length; value++) {
      mean[value] = (float) (sums[value] / weights);
    }
    return mean;
  }
}
