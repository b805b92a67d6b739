package io.lipstream.rendering;

import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.RgbImage;

/**
 * The lids of one eye, in coordinates of the eye's own: x from its corner on the picture's left to
 * the other, y down, in pixels. Immutable.
 */
final class Eye {
  private static final int[] LEFT_UPPER = {33, 246, 161, 160, 159, 158, 157, 173, 133};
  private static final int[] LEFT_LOWER = {33, 7, 163, 144, 145, 153, 154, 155, 133};
  private static final int[] RIGHT_UPPER = {362, 398, 384, 385, 386, 387, 388, 466, 263};
  private static final int[] RIGHT_LOWER = {362, 382, 381, 380, 374, 373, 390, 249, 263};
  private static final int[] LEFT_BROW = {70, 63, 105, 66, 107};
  private static final int[] RIGHT_BROW = {336, 296, 334, 293, 300};
  private static final int LEFT_IRIS = 468;
  private static final int RIGHT_IRIS = 473;

  private static final double BROW_LIFT = 0.10;
  private static final double IRIS_SHIFT = 0.12;

  private final double cornerX;
  private final double cornerY;
  private final double width;
  private final double cosine;
  private final double sine;
  private final Contour upper;
  private final Contour lower;
  private final double browX;
  private final double browY;
  private final double irisX;

  private Eye(FaceLandmarks face, int[] upperLid, int[] lowerLid, int[] brow, int iris) {
    int left = upperLid[0];
    int right = upperLid[upperLid.length - 1];
    cornerX = face.x(left);
    cornerY = face.y(left);
    width = Math.hypot(face.x(right) - cornerX, face.y(right) - cornerY);
    cosine = (face.x(right) - cornerX) / width;
    sine = (face.y(right) - cornerY) / width;
    upper = contour(face, upperLid);
    lower = contour(face, lowerLid);
    browX = mean(face, brow, true);
    browY = mean(face, brow, false);
    irisX = across(face.x(iris), face.y(iris));
  }

  /** The eye on the picture's left, then the one on its right. */
  static Eye[] both(FaceLandmarks face) {
    return new Eye[] {
      new Eye(face, LEFT_UPPER, LEFT_LOWER, LEFT_BROW, LEFT_IRIS),
      new Eye(face, RIGHT_UPPER, RIGHT_LOWER, RIGHT_BROW, RIGHT_IRIS)
    };
  }

  /** Pixels from corner to corner. */
  double width() {
    return width;
  }

  /** Whether a place may move with the eye's lids or brow. */
  boolean isNear(double pixelX, double pixelY) {
    double x = across(pixelX, pixelY);
    double y = down(pixelX, pixelY);
    return x > -width && x < 2 * width && y > browY - 1.2 * width && y < width;
  }

  /** Pixels that a place goes up by when the brow is raised. */
  double browLift(double pixelX, double pixelY) {
    double x = across(pixelX, pixelY);
    double y = down(pixelX, pixelY);
    double above = y < browY ? 0.9 * width : Math.max(1, upper.at(x) - 0.12 * width - browY);
    return BROW_LIFT
        * width
        * Curve.window(x - browX, 0.95 * width)
        * Curve.window(y - browY, above);
  }

  /** Pixels that a place within the eye shifts by when the gaze goes as far as it can. */
  double irisShift(double pixelX, double pixelY) {
    double x = across(pixelX, pixelY);
    double y = down(pixelX, pixelY);
    double open = opening(x);
    if (open <= 0) {
      return 0;
    }
    double inside = Math.min(y - upper.at(x), lower.at(x) - y) / open;
    return IRIS_SHIFT
        * width
        * Curve.window(x - irisX, 0.45 * width)
        * Curve.smooth(-0.25, 0.1, inside);
  }

  /** Height of the upper lid's edge by the landmarks. */
  double upper(double x) {
    return upper.at(x);
  }

  /** Height of the lower lid's edge by the landmarks. */
  double lower(double x) {
    return lower.at(x);
  }

  /** What a picture shows at a place, 0 to 255: linear between four pixels. */
  double seen(RgbImage frame, int channel, double x, double y) {
    double pixelX = cornerX + pixelsRight(x, y) - 0.5;
    double pixelY = cornerY + pixelsDown(x, y) - 0.5;
    double left = Math.floor(pixelX);
    double top = Math.floor(pixelY);
    double upperRow = seen(frame, channel, left, top, pixelX - left);
    double lowerRow = seen(frame, channel, left, top + 1, pixelX - left);
    return upperRow + (pixelY - top) * (lowerRow - upperRow);
  }

  private static double seen(
      RgbImage frame, int channel, double column, double row, double toRight) {
    double left = PortraitLight.value(frame, column, row, channel);
    return left + toRight * (PortraitLight.value(frame, column + 1, row, channel) - left);
  }

  /** Pixels between the lids above or below a place; falls to 0 at the corners. */
  double openingAt(double pixelX, double pixelY) {
    return opening(across(pixelX, pixelY));
  }

  /** Column of the picture of a place that lies so far below the upper lid's edge. */
  double pixelX(double shareAcross, double belowUpper) {
    double x = shareAcross * width;
    return cornerX + pixelsRight(x, upper.at(x) + belowUpper);
  }

  /** Row of the picture of a place that lies so far below the upper lid's edge. */
  double pixelY(double shareAcross, double belowUpper) {
    double x = shareAcross * width;
    return cornerY + pixelsDown(x, upper.at(x) + belowUpper);
  }

  double pixelsRight(double across, double down) {
    return across * cosine - down * sine;
  }

  double pixelsDown(double across, double down) {
    return across * sine + down * cosine;
  }

  private double opening(double x) {
    double square = (x - width / 2) / (width * 0.54);
    square *= square;
    double window = Math.max(0, 1 - square * square * square * square);
    return Math.max(0, lower.at(x) - upper.at(x)) * window;
  }

  /** From the corner on the picture's left. */
  double across(double pixelX, double pixelY) {
    return (pixelX - cornerX) * cosine + (pixelY - cornerY) * sine;
  }

  /** Below the line through the corners. */
  double down(double pixelX, double pixelY) {
    return (pixelY - cornerY) * cosine - (pixelX - cornerX) * sine;
  }

  private double mean(FaceLandmarks face, int[] landmarks, boolean across) {
    double sum = 0;
    for (int landmark : landmarks) {
      sum +=
          across
              ? across(face.x(landmark), face.y(landmark))
              : down(face.x(landmark), face.y(landmark));
    }
    return sum / landmarks.length;
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
