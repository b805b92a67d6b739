package io.lipstream.portrait;

/** The upright box around the landmarks of a face, in their pixels. */
public record Bounds(double left, double top, double right, double bottom) {
  public static Bounds of(FaceLandmarks face) {
    double left = face.x(0);
    double right = left;
    double top = face.y(0);
    double bottom = top;
    for (int i = 1; i < FaceLandmarks.COUNT; i++) {
      left = Math.min(left, face.x(i));
      right = Math.max(right, face.x(i));
      top = Math.min(top, face.y(i));
      bottom = Math.max(bottom, face.y(i));
    }
    return new Bounds(left, top, right, bottom);
  }

  public double width() {
    return right - left;
  }

  public double height() {
    return bottom - top;
  }
}
