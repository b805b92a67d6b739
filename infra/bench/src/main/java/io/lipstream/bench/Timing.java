package io.lipstream.bench;

import java.util.Arrays;

/**
 * Times of things that are to be compared: each is run in turn, round after round, so that what the
 * machine does beside falls on all of them alike; the median counts.
 */
public final class Timing {
  private Timing() {}

  /**
   * Measures.
   *
   * @param warmUps rounds that do not count
   * @param rounds rounds that do
   * @return median milliseconds of each
   */
  public static double[] medians(int warmUps, int rounds, Runnable... subjects) {
    double[][] times = new double[subjects.length][rounds];
    for (int round = -warmUps; round < rounds; round++) {
      for (int i = 0; i < subjects.length; i++) {
        long start = System.nanoTime();
        subjects[i].run();
        if (round >= 0) {
          times[i][round] = (System.nanoTime() - start) / 1e6;
        }
      }
    }
    return Arrays.stream(times).mapToDouble(Timing::median).toArray();
  }

  /** The middle value. */
  public static double median(double[] times) {
    double[] sorted = times.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
