package io.lipstream.rendering;

/** Shapes of falloffs. */
final class Curve {
  private Curve() {}

  static double clamp(double value) {
    return Math.max(0, Math.min(1, value));
  }

  /** 0 up to 0, 1 from 1, with level ends between: 3t² - 2t³. */
  static double smooth(double value) {
    double t = clamp(value);
    return t * t * (3 - 2 * t);
  }

  /** {@link #smooth} from one place to another. */
  static double smooth(double from, double to, double value) {
    return smooth((value - from) / (to - from));
  }

  /**
   * 1 at 0 and flat there, 0 from the reach on, level there too: (1 - (x / reach)²)² (1 + 2(x /
   * reach)²).
   */
  static double window(double distance, double reach) {
    double square = distance / reach * (distance / reach);
    return square >= 1 ? 0 : (1 - square) * (1 - square) * (1 + 2 * square);
  }
}
