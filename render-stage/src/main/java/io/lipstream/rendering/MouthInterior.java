package io.lipstream.rendering;

import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.RgbImage;

/**
 * What is seen in an open mouth, lit like the face: the upper teeth, which hang from the upper lip,
 * the dark behind them, and the tongue, which lies on the lower lip. Colours are 0 to 255.
 * Immutable.
 */
final class MouthInterior {
  private static final int[] LIT_SKIN = {50, 280, 4};
  private static final double TEETH_LENGTH = 0.135;
  private static final double[] TEETH = {0.95, 0.93, 0.90};
  private static final double[] DARK = {0.20, 0.06, 0.06};
  private static final double[] TONGUE = {0.55, 0.24, 0.24};

  private final double mouthWidth;
  private final double light;
  private final double[] tint = new double[3];

  MouthInterior(FaceGeometry face, RgbImage frame) {
    mouthWidth = face.mouthWidth();
    double[] skin = skin(face.landmarks(), frame);
    double brightest = Math.max(1, Math.max(skin[0], Math.max(skin[1], skin[2])));
    for (int channel = 0; channel < 3; channel++) {
      tint[channel] = 0.25 + 0.75 * skin[channel] / brightest;
    }
    double mean = (skin[0] + skin[1] + skin[2]) / 3;
    light = 255 * Math.max(0.25, Math.min(0.95, 1.15 * mean / 255));
  }

  /**
   * How much the upper teeth cover a place.
   *
   * @param across from the middle of the mouth, in mouth widths
   * @param depth below the upper lip's edge, in mouth widths
   */
  double teethCoverage(double across, double depth) {
    double side = Math.abs(across) / Lips.HALF_WIDTH;
    double length = TEETH_LENGTH * (1 - 0.45 * side * side) * (1 - 0.10 * between(across));
    return logistic((length - depth) * mouthWidth * 1.1) * logistic((0.80 - side) * 14);
  }

  double teeth(int channel, double across, double depth) {
    double color = TEETH[channel] * tint[channel] * (1 - 0.10 * between(across));
    double underLip = 0.60 + 0.40 * Curve.clamp(depth / 0.06);
    return color * underLip * shade(across);
  }

  double dark(int channel, double across, double depth) {
    double deeper = 0.35 + 0.65 * Curve.clamp(1 - 2.2 * depth);
    return DARK[channel] * deeper * shade(across) * nearLip(depth);
  }

  /**
   * How much the tongue covers a place.
   *
   * @param height above the lower lip's edge, in mouth widths
   */
  double tongueCoverage(double across, double height) {
    double side = Math.abs(across) / Lips.HALF_WIDTH;
    return 0.75 * logistic((0.10 - height) * 40) * logistic((0.62 - side) * 14);
  }

  double tongue(int channel, double across, double height) {
    return TONGUE[channel] * shade(across) * nearLip(height);
  }

  /** Darker to the corners of the mouth. */
  private double shade(double across) {
    double side = across / Lips.HALF_WIDTH;
    return Math.max(0.2, Math.min(1, 1.05 - 0.75 * side * side)) * light;
  }

  private static double nearLip(double distance) {
    return 0.45 + 0.55 * Curve.clamp(0.35 + 22 * distance);
  }

  /** 1 in the narrow gaps between teeth. */
  private static double between(double across) {
    return Math.pow(Math.abs(Math.sin(22 * across)), 24);
  }

  private static double[] skin(FaceLandmarks face, RgbImage frame) {
    double[] mean = new double[3];
    for (int landmark : LIT_SKIN) {
      int x = Math.max(0, Math.min(frame.width() - 1, (int) face.x(landmark)));
      int y = Math.max(0, Math.min(frame.height() - 1, (int) face.y(landmark)));
      for (int channel = 0; channel < 3; channel++) {
        mean[channel] += (frame.rgb()[3 * (y * frame.width() + x) + channel] & 0xff) / 3.0;
      }
    }
    return mean;
  }

  private static double logistic(double value) {
    return 1 / (1 + Math.exp(-value));
  }
}
