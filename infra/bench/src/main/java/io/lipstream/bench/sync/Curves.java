package io.lipstream.bench.sync;

import java.util.Arrays;

/** What is done with values over time. Pure functions. */
final class Curves {
  private Curves() {}

  /** Pearson's; 0 where one of the two does not move. */
  static double correlation(double[] one, double[] other) {
    int count = Math.min(one.length, other.length);
    double meanOne = Arrays.stream(one, 0, count).average().orElse(0);
    double meanOther = Arrays.stream(other, 0, count).average().orElse(0);
    double product = 0;
    double squareOne = 0;
    double squareOther = 0;
    for (int i = 0; i < count; i++) {
      double a = one[i] - meanOne;
      double b = other[i] - meanOther;
      product += a * b;
      squareOne += a * a;
      squareOther += b * b;
    }
    double scale = Math.sqrt(squareOne * squareOther);
    return scale < 1e-9 ? 0 : product / scale;
  }

  /**
   * Values of frames at other moments, linear between the frames' middles, held at the ends.
   *
   * @param count of moments
   * @param rate of moments, a second
   * @param framesASecond of the values
   */
  static double[] resampled(double[] frames, int count, int rate, int framesASecond) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      double at = (double) i / rate * framesASecond - 0.5;
      at = Math.max(0, Math.min(frames.length - 1, at));
      int before = (int) at;
      int after = Math.min(frames.length - 1, before + 1);
      values[i] = frames[before] + (at - before) * (frames[after] - frames[before]);
    }
    return values;
  }

  /** The value that a share of all values is not above. */
  static double quantile(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.round(share * (sorted.length - 1))];
  }
}
