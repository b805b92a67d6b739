package io.lipstream.portrait;

/**
 * Which part of the portrait becomes the frame, and how large: frame pixel (x, y) lies at (left +
 * scale * x, top + scale * y) of the portrait. Pixels stay square; where the even size of the frame
 * does not have the region's exact aspect, up to half a frame pixel at either edge of one side is
 * left out.
 *
 * @param left pixels of the portrait
 * @param top pixels of the portrait
 * @param scale pixels of the portrait a pixel of the frame; under 1 the portrait is enlarged
 * @param width even
 * @param height even
 */
record Framing(double left, double top, double scale, int width, int height) {

  /** Frames a region so that the frame's short side is the even number nearest above so many. */
  static Framing of(
      double left, double top, double regionWidth, double regionHeight, int shortSide) {
    double shortest = Math.min(regionWidth, regionHeight);
    int shortLength = even(shortSide);
    int width = even(regionWidth * shortLength / shortest);
    int height = even(regionHeight * shortLength / shortest);
    double scale = Math.min(regionWidth / width, regionHeight / height);
    return new Framing(
        left + (regionWidth - scale * width) / 2,
        top + (regionHeight - scale * height) / 2,
        scale,
        width,
        height);
  }

  private static int even(double length) {
    return Math.max(2, 2 * (int) Math.round(length / 2));
  }

  /** The whole picture. */
  static Framing whole(RgbImage image, int shortSide) {
    return of(0, 0, image.width(), image.height(), shortSide);
  }

  /** The box of a face, grown on each side by a share of itself as far as the picture goes. */
  static Framing face(RgbImage image, FaceLandmarks face, double expandRatio, int shortSide) {
    Bounds box = Bounds.of(face);
    double across = expandRatio * box.width();
    double down = expandRatio * box.height();
    double left = Math.max(0, box.left() - across);
    double right = Math.min(image.width(), box.right() + across);
    double top = Math.max(0, box.top() - down);
    double bottom = Math.min(image.height(), box.bottom() + down);
    return of(left, top, right - left, bottom - top, shortSide);
  }

  /** Points of the portrait as points of the frame. */
  FaceLandmarks map(FaceLandmarks face) {
    float[] points = new float[2 * FaceLandmarks.COUNT];
    for (int i = 0; i < FaceLandmarks.COUNT; i++) {
      points[2 * i] = (float) ((face.x(i) - left) / scale);
      points[2 * i + 1] = (float) ((face.y(i) - top) / scale);
    }
    return new FaceLandmarks(points, face.confidence());
  }
}
