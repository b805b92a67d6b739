package io.lipstream.bench.statistics;

import io.lipstream.bench.Timing;
import java.util.stream.IntStream;

/**
 * A straight line through points by Theil and Sen: its slope is the median of the slopes of all
 * pairs, so that nearly a third of the points may be anything without moving it.
 *
 * @param slope change of y for each unit of x
 * @param middle median of y
 */
public record RobustSlope(double slope, double middle) {
  /**
   * @param x ascending
   * @throws IllegalArgumentException if there are fewer than two points
   */
  public static RobustSlope through(double[] x, double[] y) {
    if (x.length != y.length || x.length < 2) {
      throw new IllegalArgumentException("a slope needs two points, got " + x.length);
    }
    double[] slopes =
        IntStream.range(0, x.length)
            .boxed()
            .flatMapToDouble(
                i ->
                    IntStream.range(i + 1, x.length)
                        .filter(j -> x[j] != x[i])
                        .mapToDouble(j -> (y[j] - y[i]) / (x[j] - x[i])))
            .toArray();
    return new RobustSlope(Timing.median(slopes), Timing.median(y));
  }

  /** How much y changes along so much of x, in percent of its median. */
  public double percentOver(double length) {
    return 100 * slope * length / middle;
  }
}
