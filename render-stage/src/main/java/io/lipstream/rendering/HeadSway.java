package io.lipstream.rendering;

import io.lipstream.motion.MotionChannel;
import io.lipstream.motion.MotionTrack;

/**
 * The soft mask that the head moves by, 1 over the face and 0 at the region's edge, and for each
 * frame the displacement that undoes the head's motion about the chin. Immutable.
 */
final class HeadSway {
  /** Mask; mask times x; mask times y. */
  static final int PLANES = 3;

  /** Values a frame: constant, x and y part of the displacement, for x and for y. */
  static final int VALUES = 6;

  private static final int PIVOT = 152;
  private static final double FULL = 0.45;

  /** From here on, where background is more likely than hair, nothing moves. */
  private static final double STILL = 0.84;

  private final FaceGeometry face;
  private final float[] fields;

  HeadSway(FaceGeometry face, FieldGrid grid) {
    this.face = face;
    this.fields = fields(face, grid);
  }

  /** [plane, height, width], places from the pivot in pixels. */
  float[] fields() {
    return fields;
  }

  private static float[] fields(FaceGeometry face, FieldGrid grid) {
    int cells = grid.cells();
    float[] fields = new float[PLANES * cells];
    double pivotX = face.landmarks().x(PIVOT);
    double pivotY = face.landmarks().y(PIVOT);
    for (int row = 0; row < grid.height(); row++) {
      for (int column = 0; column < grid.width(); column++) {
        int cell = row * grid.width() + column;
        double mask = mask(2 * grid.shareX(column) - 1, 2 * grid.shareY(row) - 1);
        fields[cell] = (float) mask;
        fields[cells + cell] = (float) (mask * (grid.pixelX(column) - pivotX));
        fields[2 * cells + cell] = (float) (mask * (grid.pixelY(row) - pivotY));
      }
    }
    return fields;
  }

  /**
   * Writes the displacement of a frame in pixels: with d a place from the pivot, R the roll, s the
   * scale and t the shift, R⁻¹d / s - t - d.
   */
  void write(MotionTrack motion, int frame, float[] target, int at) {
    double roll = motion.value(frame, MotionChannel.HEAD_ROLL);
    double scale = 1 + motion.value(frame, MotionChannel.HEAD_SCALE);
    double cosine = Math.cos(roll) / scale;
    double sine = Math.sin(roll) / scale;
    target[at] = (float) (-motion.value(frame, MotionChannel.HEAD_X) * face.faceWidth());
    target[at + 1] = (float) (cosine - 1);
    target[at + 2] = (float) sine;
    target[at + 3] = (float) (-motion.value(frame, MotionChannel.HEAD_Y) * face.faceWidth());
    target[at + 4] = (float) -sine;
    target[at + 5] = (float) (cosine - 1);
  }

  private static double mask(double x, double y) {
    double distance = Math.sqrt(Math.sqrt(x * x * x * x + y * y * y * y));
    return 1 - Curve.smooth(FULL, STILL, distance);
  }
}
