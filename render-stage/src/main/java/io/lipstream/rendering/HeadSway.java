package io.lipstream.rendering;

import io.lipstream.motion.MotionChannel;
import io.lipstream.motion.MotionTrack;

/**
 * The soft mask that the head moves by, 1 over the face and 0 at the region's edge, and for each
 * frame the displacement that undoes the head's motion about the chin.
 */
final class HeadSway {
  /** Mask; mask times x; mask times y. */
  static final int PLANES = 3;

  /** Values a frame: constant, x and y part of the displacement, for x and for y. */
  static final int VALUES = 6;

  private static final int PIVOT = 152;
  private static final double FULL = 0.45;

  private final FaceGeometry face;
  private final Region region;

  HeadSway(FaceGeometry face, Region region) {
    this.face = face;
    this.region = region;
  }

  /**
   * The fields at the centres of a grid of width x height cells over the region, places from the
   * pivot in mouth widths.
   *
   * @return [plane, height, width]
   */
  float[] fields(int width, int height) {
    int cells = width * height;
    float[] fields = new float[PLANES * cells];
    double pivotX = face.landmarks().x(PIVOT) - region.x();
    double pivotY = face.landmarks().y(PIVOT) - region.y();
    for (int row = 0; row < height; row++) {
      for (int column = 0; column < width; column++) {
        int cell = row * width + column;
        double shareX = (column + 0.5) / width;
        double shareY = (row + 0.5) / height;
        double mask = mask(2 * shareX - 1, 2 * shareY - 1);
        fields[cell] = (float) mask;
        fields[cells + cell] =
            (float) (mask * (shareX * region.width() - pivotX) / face.mouthWidth());
        fields[2 * cells + cell] =
            (float) (mask * (shareY * region.height() - pivotY) / face.mouthWidth());
      }
    }
    return fields;
  }

  /**
   * Writes the displacement of a frame: with d a place from the pivot, R the roll, s the scale and
   * t the shift, R⁻¹d / s - t - d.
   */
  void write(MotionTrack motion, int frame, float[] target, int at) {
    double roll = motion.value(frame, MotionChannel.HEAD_ROLL);
    double scale = 1 + motion.value(frame, MotionChannel.HEAD_SCALE);
    double cosine = Math.cos(roll) / scale;
    double sine = Math.sin(roll) / scale;
    double unitX = 2.0 / region.width();
    double unitY = 2.0 / region.height();
    target[at] = (float) (-motion.value(frame, MotionChannel.HEAD_X) * face.faceWidth() * unitX);
    target[at + 1] = (float) ((cosine - 1) * face.mouthWidth() * unitX);
    target[at + 2] = (float) (sine * face.mouthWidth() * unitX);
    target[at + 3] =
        (float) (-motion.value(frame, MotionChannel.HEAD_Y) * face.faceWidth() * unitY);
    target[at + 4] = (float) (-sine * face.mouthWidth() * unitY);
    target[at + 5] = (float) ((cosine - 1) * face.mouthWidth() * unitY);
  }

  private static double mask(double x, double y) {
    double distance = Math.pow(x * x * x * x + y * y * y * y, 0.25);
    return 1 - Curve.smooth(FULL, 0.98, distance);
  }
}
