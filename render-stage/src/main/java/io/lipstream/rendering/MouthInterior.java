package io.lipstream.rendering;

/**
 * What is seen in an open mouth, lit like the face: the upper teeth, which hang from the upper lip
 * in its shadow, the dark behind them, and the tongue and the lower teeth, which lie on the lower
 * lip. To the corners the teeth fall back, and the dark turns into the colour of the lips. Places
 * are in mouth widths, colours 0 to 255. Immutable.
 */
final class MouthInterior {
  /** Ivory, as a share of white. */
  private static final double[] ENAMEL = {0.97, 0.915, 0.82};

  /** Behind the teeth, and deep in the mouth. */
  private static final double[] NEAR_DARK = {0.27, 0.105, 0.085};

  private static final double[] DEEP_DARK = {0.115, 0.038, 0.032};

  /** How much a shadow takes of red, green and blue: light in a mouth has been on its walls. */
  private static final double[] SHADOW = {0.88, 1.0, 1.08};

  private static final double UNDER_LIP = 0.56;
  private static final double LIT_LIP = 0.5;
  private static final double SHADED_LIP = 0.66;
  private static final double LOWER_ROW = 0.84;

  private final double mouthWidth;
  private final PortraitLight light;
  private final double upperTeeth;

  /**
   * Paints a mouth.
   *
   * @param mouthWidth pixels
   * @param upperTeeth 1 to paint them, 0 where the portrait shows its own, or between
   */
  MouthInterior(double mouthWidth, double upperTeeth, PortraitLight light) {
    this.mouthWidth = mouthWidth;
    this.upperTeeth = upperTeeth;
    this.light = light;
  }

  /**
   * How much the upper teeth cover a place.
   *
   * @param depth below the upper lip's edge
   */
  double upperTeethCoverage(double across, double depth) {
    return upperTeeth * pixelEdge(Teeth.UPPER.length(across) - depth) * Teeth.UPPER.seen(across);
  }

  /** Colour under the upper lip: teeth, and the dark beyond them. */
  double underUpperLip(int channel, double across, double depth) {
    double dark = dark(channel, across, depth);
    double teeth = upperTeethCoverage(across, depth);
    if (teeth <= 0) {
      return dark;
    }
    double lit = UNDER_LIP + (1 - UNDER_LIP) * Curve.smooth(0, 0.075, depth);
    double freeEdge =
        1 - 0.09 * Curve.smooth(0.75, 1, depth / Math.max(0.01, Teeth.UPPER.length(across)));
    double enamel = enamel(channel, lit * freeEdge * relief(Teeth.UPPER, across));
    return dark + teeth * (enamel - dark);
  }

  /**
   * How much the tongue and the lower teeth cover a place.
   *
   * @param height above the lower lip's edge
   */
  double lowerCoverage(double across, double height) {
    double teeth = lowerTeeth(across, height);
    return teeth + (1 - teeth) * Tongue.coverage(across, height);
  }

  /** Colour above the lower lip, which casts a pixel or two of its own red. */
  double aboveLowerLip(int channel, double across, double height) {
    double lip = SHADED_LIP * light.lip(channel);
    double clear = Curve.smooth(0.3, 1.7, height * mouthWidth);
    return lip + clear * (onLowerLip(channel, across, height) - lip);
  }

  private double onLowerLip(int channel, double across, double height) {
    double lit = 0.86 + 0.14 * Curve.smooth(-0.01, 0.05, height);
    double tongue = light.white(channel) * Tongue.color(channel, across, height) * lit;
    double teeth = lowerTeeth(across, height);
    if (teeth <= 0) {
      return tongue;
    }
    double enamel = enamel(channel, LOWER_ROW * lit * relief(Teeth.LOWER, across));
    double covered = Math.max(1e-6, lowerCoverage(across, height));
    return tongue + teeth / covered * (enamel - tongue);
  }

  private double lowerTeeth(double across, double height) {
    return 0.9 * pixelEdge(Teeth.LOWER.length(across) - height) * Teeth.LOWER.seen(across);
  }

  private double enamel(int channel, double lit) {
    return light.white(channel) * ENAMEL[channel] * shaded(channel, lit);
  }

  private double dark(int channel, double across, double depth) {
    double deep = Curve.smooth(0.02, 0.34, depth);
    double dark =
        light.white(channel)
            * (NEAR_DARK[channel] + deep * (DEEP_DARK[channel] - NEAR_DARK[channel]));
    double corner = Curve.smooth(0.33, Lips.HALF_WIDTH, Math.abs(across));
    return dark + 0.65 * corner * (LIT_LIP * light.lip(channel) - dark);
  }

  /** Mean over a pixel, since a gap between two teeth may be narrower. */
  private double relief(Teeth row, double across) {
    double third = 1 / (3 * mouthWidth);
    return (row.relief(across - third) + row.relief(across) + row.relief(across + third)) / 3;
  }

  private static double shaded(int channel, double lit) {
    return Math.max(0, 1 - SHADOW[channel] * (1 - lit));
  }

  /** 1 where a length is positive, 0 where it is negative, within a pixel or so. */
  private double pixelEdge(double length) {
    return Curve.smooth(-0.8, 0.8, length * mouthWidth);
  }
}
