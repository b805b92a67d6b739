package io.lipstream.rendering;

/**
 * A tongue that lies behind the lower lip: a mound with a groove along it and the wet light of the
 * face on its back. Places are in mouth widths above the lip's edge. Pure functions.
 */
final class Tongue {
  private static final double[] FLESH = {0.66, 0.315, 0.29};
  private static final double HALF_WIDTH = 0.31;
  private static final double HEIGHT = 0.185;

  /** Of the wet light: how high it lies, how far beside the groove, and how far it reaches. */
  private static final double GLOSS_HEIGHT = 0.095;

  private static final double GLOSS_BESIDE = 0.085;
  private static final double GLOSS_REACH = 0.10;
  private static final double GLOSS = 0.10;

  private Tongue() {}

  /** How much it covers a place, 0 to 1. */
  static double coverage(double across, double height) {
    double top = top(across);
    return top <= 0 ? 0 : 0.94 * Curve.smooth(top, 0.5 * top, height);
  }

  /** As a share of white. */
  static double color(int channel, double across, double height) {
    double round = 1 - 0.55 * Curve.smooth(0.25 * HEIGHT, HEIGHT, height);
    double side = 1 - 0.45 * Curve.smooth(0.3 * HALF_WIDTH, HALF_WIDTH, Math.abs(across));
    double groove = 1 - 0.09 * Curve.window(across, 0.06);
    double gloss =
        GLOSS
            * Curve.window(Math.abs(across) - GLOSS_BESIDE, GLOSS_REACH)
            * Curve.window(2 * (height - GLOSS_HEIGHT), GLOSS_REACH);
    return FLESH[channel] * round * side * groove + gloss;
  }

  private static double top(double across) {
    double square = across / HALF_WIDTH * (across / HALF_WIDTH);
    return square >= 1 ? 0 : HEIGHT * Math.sqrt(1 - square);
  }
}
