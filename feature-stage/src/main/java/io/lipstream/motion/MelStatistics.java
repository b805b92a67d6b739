package io.lipstream.motion;

/**
 * Running statistics of the log-mel frames of a whole voice: what the sound network was trained to
 * have taken out of its input (the mean of each band, and the standard deviation of all values
 * before that), and how loud the voice is.
 *
 * <p>Loudness is 10·log10 of a frame's energy summed over its bands. The frames' loudness is
 * counted in steps of 1 dB, so that its quantiles come in bounded memory. One thread at a time.
 */
final class MelStatistics {
  /** Keeps the network's input finite where all frames are alike; as in its training. */
  private static final double DEVIATION_FLOOR = 1e-3;

  private static final int QUIETEST = -60;
  private static final int LOUDEST = 80;

  private final double[] sums;
  private final long[] loudness = new long[LOUDEST - QUIETEST + 1];
  private double squares;
  private long frames;

  MelStatistics(int bands) {
    sums = new double[bands];
  }

  void add(float[] frame) {
    for (int band = 0; band < sums.length; band++) {
      sums[band] += frame[band];
      squares += (double) frame[band] * frame[band];
    }
    int step = (int) Math.round(loudness(frame, 0, sums.length));
    loudness[Math.max(QUIETEST, Math.min(LOUDEST, step)) - QUIETEST]++;
    frames++;
  }

  /** Loudness of a frame that stands among others, dB. */
  static double loudness(float[] frames, int start, int bands) {
    double energy = 0;
    for (int band = 0; band < bands; band++) {
      energy += Math.exp(frames[start + band]);
    }
    return 10 * Math.log10(energy);
  }

  double mean(int band) {
    return sums[band] / frames;
  }

  /** Standard deviation of all values of all bands, never zero. */
  double deviation() {
    double sum = 0;
    for (double band : sums) {
      sum += band;
    }
    double count = (double) frames * sums.length;
    double mean = sum / count;
    return Math.sqrt(Math.max(0, squares / count - mean * mean)) + DEVIATION_FLOOR;
  }

  /** The loudness that so large a share of the frames does not exceed, dB. */
  double loudnessQuantile(double share) {
    long below = 0;
    for (int step = QUIETEST; step <= LOUDEST; step++) {
      below += loudness[step - QUIETEST];
      if (below >= share * frames) {
        return step;
      }
    }
    return LOUDEST;
  }
}
