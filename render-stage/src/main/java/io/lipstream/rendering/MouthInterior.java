package io.lipstream.rendering;

/**
 * What is seen in an open mouth, lit like the face: the upper teeth, which hang from the upper lip,
 * the dark behind them, and the tongue and the lower teeth, which lie on the lower lip. Lips throw
 * soft shadows. Places are in mouth widths, colours 0 to 255. Immutable.
 */
final class MouthInterior {
  private static final double[] ENAMEL = {0.93, 0.90, 0.84};
  private static final double[] DARK = {0.17, 0.055, 0.05};
  private static final double[] TONGUE = {0.58, 0.27, 0.26};
  private static final double[] TONGUE_REACH = {0.30, 0.19};

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
    return upperTeeth * pixelEdge(Teeth.UPPER.length(across) - depth);
  }

  /** Colour under the upper lip: teeth, and the dark beyond them. */
  double underUpperLip(int channel, double across, double depth) {
    double teeth = upperTeethCoverage(across, depth);
    double lipShadow = 0.34 + 0.66 * Curve.smooth(-0.01, 0.10, depth);
    double freeEdge =
        1 - 0.10 * Curve.smooth(0.7, 1, depth / Math.max(0.01, Teeth.UPPER.length(across)));
    double enamel =
        ENAMEL[channel] * Teeth.UPPER.relief(across) * lipShadow * freeEdge * toCorner(across);
    double deeper = 1 - 0.45 * Curve.smooth(0.05, 0.4, depth);
    double dark = DARK[channel] * deeper * toCorner(across);
    return light.white(channel) * (dark + teeth * (enamel - dark));
  }

  /**
   * How much the tongue and the lower teeth cover a place.
   *
   * @param height above the lower lip's edge
   */
  double lowerCoverage(double across, double height) {
    double teeth = lowerTeeth(across, height);
    return teeth + (1 - teeth) * tongueCoverage(across, height);
  }

  private double lowerTeeth(double across, double height) {
    double side = 1 - Curve.smooth(0.2, 0.34, Math.abs(across));
    return 0.85 * side * pixelEdge(Teeth.LOWER.length(across) - height);
  }

  /** Colour above the lower lip. */
  double aboveLowerLip(int channel, double across, double height) {
    double teeth = lowerTeeth(across, height);
    double lipShadow = 0.62 + 0.38 * Curve.smooth(-0.01, 0.05, height);
    double enamel =
        0.66 * ENAMEL[channel] * Teeth.LOWER.relief(across) * lipShadow * toCorner(across);
    double round = 1 - 0.5 * Curve.smooth(0.03, TONGUE_REACH[1], height);
    double groove = 1 - 0.12 * Curve.window(across, 0.05);
    double tongue = TONGUE[channel] * round * groove * lipShadow * toCorner(across) * 0.8;
    double covered = Math.max(1e-6, lowerCoverage(across, height));
    return light.white(channel) * (tongue + teeth / covered * (enamel - tongue));
  }

  private static double tongueCoverage(double across, double height) {
    double square = across / TONGUE_REACH[0];
    square *= square;
    if (square >= 1) {
      return 0;
    }
    double top = TONGUE_REACH[1] * Math.sqrt(1 - square);
    return 0.92 * Curve.smooth(top, 0.45 * top, height);
  }

  /** 1 where a length is positive, 0 where it is negative, within a pixel or so. */
  private double pixelEdge(double length) {
    return Curve.smooth(-0.8, 0.8, length * mouthWidth);
  }

  /** Darker to the corners of the mouth. */
  private static double toCorner(double across) {
    double side = across / Lips.HALF_WIDTH;
    return Math.max(0.2, 1 - 0.8 * side * side);
  }
}
