package io.lipstream.rendering;

/** The inner edges of the lips in the face's coordinates, and the gap between them. Immutable. */
final class Lips {
  /** Half of the mouth, corner to middle. */
  static final double HALF_WIDTH = 0.5;

  private static final int[] UPPER = {78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308};
  private static final int[] LOWER = {78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308};
  private static final int UPPER_MIDDLE = 13;
  private static final int LOWER_MIDDLE = 14;

  private final Contour upper;
  private final Contour lower;
  private final double gap;

  Lips(FaceGeometry face) {
    upper = contour(face, UPPER);
    lower = contour(face, LOWER);
    gap = Math.max(0, face.down(LOWER_MIDDLE) - face.down(UPPER_MIDDLE));
  }

  double upperEdge(double across) {
    return upper.at(across);
  }

  double lowerEdge(double across) {
    return lower.at(across);
  }

  /**
   * How far apart the portrait holds its lips; what is less than they may err by counts as shut.
   */
  double gapAt(double across) {
    return Math.max(0, lower.at(across) - upper.at(across)) * Curve.smooth(0.01, 0.035, gap);
  }

  /** 0 where the portrait's lips are shut, 1 where they are so far apart that teeth show. */
  double parted() {
    return Curve.smooth(0.03, 0.08, gap);
  }

  /** How far the middle of the mouth lies below its corners. */
  double smile() {
    return Math.max(0, (upper.at(0) + lower.at(0)) / 2);
  }

  double gapInTheMiddle() {
    return gap;
  }

  private static Contour contour(FaceGeometry face, int[] landmarks) {
    double[] x = new double[landmarks.length];
    double[] y = new double[landmarks.length];
    for (int i = 0; i < landmarks.length; i++) {
      x[i] = face.across(landmarks[i]);
      y[i] = face.down(landmarks[i]);
    }
    return new Contour(x, y);
  }
}
