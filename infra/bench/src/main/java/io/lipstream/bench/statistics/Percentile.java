package io.lipstream.bench.statistics;

import java.util.Arrays;

/** Percentiles by nearest rank: always one of the values, never something between two. */
public final class Percentile {
  private Percentile() {}

  /**
   * The least value that at least this share of all are not above.
   *
   * @param share 0 to 1
   * @throws IllegalArgumentException if there is no value
   */
  public static double of(double[] values, double share) {
    if (values.length == 0) {
      throw new IllegalArgumentException("a percentile of no values");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.max(1, Math.min(sorted.length, rank)) - 1];
  }
}
