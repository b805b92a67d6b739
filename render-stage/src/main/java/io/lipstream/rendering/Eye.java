package io.lipstream.rendering;

import io.lipstream.portrait.FaceLandmarks;

/**
 * The lids of one eye, in coordinates of the eye's own: x from its corner on the picture's left to
 * the other, y down, in pixels. Immutable.
 */
final class Eye {
  private static final int[] LEFT_UPPER = {33, 246, 161, 160, 159, 158, 157, 173, 133};
  private static final int[] LEFT_LOWER = {33, 7, 163, 144, 145, 153, 154, 155, 133};
  private static final int[] RIGHT_UPPER = {362, 398, 384, 385, 386, 387, 388, 466, 263};
  private static final int[] RIGHT_LOWER = {362, 382, 381, 380, 374, 373, 390, 249, 263};

  /** How far above the upper lid skin is stretched when it closes, in widths of the eye. */
  private static final double STRETCH = 0.45;

  private final double cornerX;
  private final double cornerY;
  private final double width;
  private final double cosine;
  private final double sine;
  private final Contour upper;
  private final Contour lower;

  private Eye(FaceLandmarks face, int[] upperLid, int[] lowerLid) {
    int left = upperLid[0];
    int right = upperLid[upperLid.length - 1];
    cornerX = face.x(left);
    cornerY = face.y(left);
    width = Math.hypot(face.x(right) - cornerX, face.y(right) - cornerY);
    cosine = (face.x(right) - cornerX) / width;
    sine = (face.y(right) - cornerY) / width;
    upper = contour(face, upperLid);
    lower = contour(face, lowerLid);
  }

  /** The eye on the picture's left. */
  static Eye left(FaceLandmarks face) {
    return new Eye(face, LEFT_UPPER, LEFT_LOWER);
  }

  /** The eye on the picture's right. */
  static Eye right(FaceLandmarks face) {
    return new Eye(face, RIGHT_UPPER, RIGHT_LOWER);
  }

  /** Pixels that skin at a place of the picture comes down by when the eye closes. */
  double drop(double pixelX, double pixelY) {
    double x = across(pixelX, pixelY);
    double y = down(pixelX, pixelY);
    double upperEdge = upper.at(x);
    double lowerEdge = lower.at(x);
    double open = Math.max(0, lowerEdge - upperEdge) * window(x);
    double below = Curve.smooth(lowerEdge + 1, lowerEdge + 3, y);
    return open * Curve.smooth(upperEdge - STRETCH * width, upperEdge, y) * (1 - below);
  }

  /** How much a place of the picture belongs to the upper lid: 1 above its edge, 0 in the eye. */
  double lidCoverage(double pixelX, double pixelY) {
    double x = across(pixelX, pixelY);
    double inside = window(x) > 0 ? 1 : 0;
    return inside / (1 + Math.exp(2 * (down(pixelX, pixelY) - upper.at(x) - 0.5)));
  }

  double dropRight(double drop) {
    return -drop * sine;
  }

  double dropDown(double drop) {
    return drop * cosine;
  }

  private double window(double x) {
    return Math.max(0, 1 - Math.pow((x - width / 2) / (width * 0.56), 8));
  }

  private double across(double pixelX, double pixelY) {
    return (pixelX - cornerX) * cosine + (pixelY - cornerY) * sine;
  }

  private double down(double pixelX, double pixelY) {
    return (pixelY - cornerY) * cosine - (pixelX - cornerX) * sine;
  }

  private Contour contour(FaceLandmarks face, int[] landmarks) {
    double[] x = new double[landmarks.length];
    double[] y = new double[landmarks.length];
    for (int i = 0; i < landmarks.length; i++) {
      x[i] = across(face.x(landmarks[i]), face.y(landmarks[i]));
      y[i] = down(face.x(landmarks[i]), face.y(landmarks[i]));
    }
    return new Contour(x, y);
  }
}
