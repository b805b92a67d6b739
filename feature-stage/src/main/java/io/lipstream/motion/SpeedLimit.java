package io.lipstream.motion;

/**
 * A value that goes after another, by no more than a step from row to row. It looks some rows
 * ahead: of the lowest and the highest course that a limit leaves open it takes the middle, so that
 * it sets out before a jump and is late by nothing on the whole. Follows a higher course nowhere
 * lower than it follows a lower one. One thread.
 */
final class SpeedLimit {
  private final double step;
  private double value;

  /**
   * Begins at a value.
   *
   * @param step 0 or more
   */
  SpeedLimit(double step, double value) {
    this.step = step;
    this.value = value;
  }

  /**
   * The next row's value.
   *
   * @param wanted in that row and in those that come after it
   */
  double next(double[] wanted) {
    double lowest = Double.POSITIVE_INFINITY;
    double highest = Double.NEGATIVE_INFINITY;
    for (int ahead = 0; ahead < wanted.length; ahead++) {
      lowest = Math.min(lowest, wanted[ahead] + ahead * step);
      highest = Math.max(highest, wanted[ahead] - ahead * step);
    }
    double goal = (lowest + highest) / 2;
    value += Math.max(-step, Math.min(step, goal - value));
    return value;
  }
}
