package io.lipstream.bench.sync;

import io.lipstream.portrait.Bounds;
import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.RgbImage;

/**
 * The square of a picture that {@link Network68} looks at. It is laid about the still face once, so
 * that it lies in the same place in every frame and tells nothing of what the mesh sees there.
 * Immutable.
 */
record FaceSquare(double left, double top, double side) {
  /** Pixels of a side, as the network wants them. */
  static final int SIDE = 112;

  /** Of the box about the mesh's landmarks; from 1.0 to 1.4 the points lie right. */
  private static final double MARGIN = 1.2;

  static FaceSquare about(FaceLandmarks face) {
    Bounds bounds = Bounds.of(face);
    double side = MARGIN * Math.max(bounds.width(), bounds.height());
    return new FaceSquare(
        (bounds.left() + bounds.right() - side) / 2,
        (bounds.top() + bounds.bottom() - side) / 2,
        side);
  }

  /** Planes of R, G and B from 0 to 255; each value the mean of bilinear samples, black outside. */
  float[] planes(RgbImage picture) {
    int samples = (int) Math.max(1, Math.ceil(side / SIDE));
    double step = side / SIDE / samples;
    float[] planes = new float[3 * SIDE * SIDE];
    for (int row = 0; row < SIDE * samples; row++) {
      for (int column = 0; column < SIDE * samples; column++) {
        double x = left + (column + 0.5) * step - 0.5;
        double y = top + (row + 0.5) * step - 0.5;
        int at = row / samples * SIDE + column / samples;
        for (int channel = 0; channel < 3; channel++) {
          planes[channel * SIDE * SIDE + at] +=
              (float) (Bilinear.black(picture, x, y, channel) / (samples * samples));
        }
      }
    }
    return planes;
  }
}
