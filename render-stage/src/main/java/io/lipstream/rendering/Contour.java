package io.lipstream.rendering;

import java.util.Arrays;
import java.util.Comparator;

/**
 * A line through points as a function of x: linear between them, level beyond the first and the
 * last. Immutable.
 */
final class Contour {
  private final double[] x;
  private final double[] y;

  /** Passes through points (x[i], y[i]), in any order. */
  Contour(double[] x, double[] y) {
    Integer[] order = new Integer[x.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> x[i]));
    this.x = Arrays.stream(order).mapToDouble(i -> x[i]).toArray();
    this.y = Arrays.stream(order).mapToDouble(i -> y[i]).toArray();
  }

  double at(double position) {
    int last = x.length - 1;
    if (position <= x[0]) {
      return y[0];
    }
    if (position >= x[last]) {
      return y[last];
    }
    int right = 1;
    while (x[right] < position) {
      right++;
    }
    double share = (position - x[right - 1]) / (x[right] - x[right - 1]);
    return y[right - 1] + share * (y[right] - y[right - 1]);
  }
}
