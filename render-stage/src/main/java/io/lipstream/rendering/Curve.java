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

  /** 1 at 0, flat there, falling to nearly 0 at 1.3 times the reach: exp(-(x / reach)⁴). */
  static double plateau(double distance, double reach) {
    double square = distance / reach * (distance / reach);
    return Math.exp(-square * square);
  }
}
