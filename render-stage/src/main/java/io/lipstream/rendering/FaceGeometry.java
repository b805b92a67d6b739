package io.lipstream.rendering;

import io.lipstream.portrait.FaceLandmarks;

/**
 * A face's own coordinates: the origin lies between the mouth's corners, x runs from the corner on
 * the picture's left to the other, y down the face; the unit is the width of the mouth. Immutable.
 */
final class FaceGeometry {
  private static final int LEFT_CORNER = 61;
  private static final int RIGHT_CORNER = 291;
  private static final int LEFT_CHEEK = 234;
  private static final int RIGHT_CHEEK = 454;

  private final FaceLandmarks landmarks;
  private final double centerX;
  private final double centerY;
  private final double mouthWidth;
  private final double cosine;
  private final double sine;

  FaceGeometry(FaceLandmarks landmarks) {
    this.landmarks = landmarks;
    double x = landmarks.x(RIGHT_CORNER) - landmarks.x(LEFT_CORNER);
    double y = landmarks.y(RIGHT_CORNER) - landmarks.y(LEFT_CORNER);
    centerX = landmarks.x(LEFT_CORNER) + x / 2;
    centerY = landmarks.y(LEFT_CORNER) + y / 2;
    mouthWidth = Math.hypot(x, y);
    cosine = x / mouthWidth;
    sine = y / mouthWidth;
  }

  FaceLandmarks landmarks() {
    return landmarks;
  }

  /** Pixels from corner to corner of the mouth. */
  double mouthWidth() {
    return mouthWidth;
  }

  /** Pixels from cheek to cheek. */
  double faceWidth() {
    return Math.hypot(
        landmarks.x(RIGHT_CHEEK) - landmarks.x(LEFT_CHEEK),
        landmarks.y(RIGHT_CHEEK) - landmarks.y(LEFT_CHEEK));
  }

  /** Across the face, for a point of the picture. */
  double across(double pixelX, double pixelY) {
    return ((pixelX - centerX) * cosine + (pixelY - centerY) * sine) / mouthWidth;
  }

  /** Down the face, for a point of the picture. */
  double down(double pixelX, double pixelY) {
    return ((pixelY - centerY) * cosine - (pixelX - centerX) * sine) / mouthWidth;
  }

  double across(int landmark) {
    return across(landmarks.x(landmark), landmarks.y(landmark));
  }

  double down(int landmark) {
    return down(landmarks.x(landmark), landmarks.y(landmark));
  }

  /** Pixels to the picture's right of a step in the face's coordinates. */
  double pixelsRight(double across, double down) {
    return (across * cosine - down * sine) * mouthWidth;
  }

  /** Pixels down the picture of a step in the face's coordinates. */
  double pixelsDown(double across, double down) {
    return (across * sine + down * cosine) * mouthWidth;
  }
}
