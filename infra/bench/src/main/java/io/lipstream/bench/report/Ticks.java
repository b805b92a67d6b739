package io.lipstream.bench.report;

import java.util.Locale;

/**
 * Round numbers along an axis that begins at 0: steps of 1, 2 or 5 times a power of ten, ten of
 * them at most.
 *
 * @param step distance of two
 * @param count how many steps hold the largest value
 */
record Ticks(double step, int count) {
  private static final int MOST = 10;
  private static final double[] ROUND = {1, 2, 5, 10};

  static Ticks upTo(double largest) {
    double end = largest > 0 ? largest : 1;
    double power = Math.pow(10, Math.floor(Math.log10(end / MOST)));
    for (double round : ROUND) {
      double step = round * power;
      if (end <= step * MOST * (1 + 1e-9)) {
        return new Ticks(step, (int) Math.ceil(end / step - 1e-9));
      }
    }
    throw new IllegalArgumentException("no ticks up to " + largest);
  }

  double end() {
    return step * count;
  }

  String label(int index) {
    return step >= 1
        ? String.format(Locale.ROOT, "%.0f", index * step)
        : String.format(Locale.ROOT, "%." + (int) Math.ceil(-Math.log10(step)) + "f", index * step);
  }
}
