package io.lipstream.rendering;

/**
 * How far each place of the region moves for one unit of each {@link MouthCoefficient}: the upper
 * layer (upper lip, teeth), the lower layer (lower lip, jaw, tongue) and the lids. Shapes are given
 * in mouth widths; all fall to nothing at the region's edge.
 */
final class DisplacementFields {
  /** x and y of the upper layer, of the lower layer, of the lids. */
  static final int PLANES = 6;

  private static final int CHIN = 152;
  private static final int NOSE = 2;
  private static final double EDGE = 0.08;

  private final FaceGeometry face;
  private final Lips lips;
  private final Region region;
  private final int width;
  private final int height;
  private final float[] values;
  private final double chin;
  private final double nose;

  private DisplacementFields(FaceGeometry face, Lips lips, Region region, int width, int height) {
    this.face = face;
    this.lips = lips;
    this.region = region;
    this.width = width;
    this.height = height;
    this.values = new float[MouthCoefficient.COUNT * PLANES * width * height];
    this.chin = face.down(CHIN);
    this.nose = face.down(NOSE);
  }

  /**
   * Fields over a region, sampled at the centres of a grid of width x height cells.
   *
   * @return [coefficient, plane, height, width], where 2 is the width or the height of the region
   */
  static float[] of(FaceGeometry face, Lips lips, Region region, int width, int height) {
    DisplacementFields fields = new DisplacementFields(face, lips, region, width, height);
    Eye[] eyes = {Eye.left(face.landmarks()), Eye.right(face.landmarks())};
    for (int row = 0; row < height; row++) {
      for (int column = 0; column < width; column++) {
        double shareX = (column + 0.5) / width;
        double shareY = (row + 0.5) / height;
        double edge = edge(shareX) * edge(shareY);
        double x = region.x() + shareX * region.width();
        double y = region.y() + shareY * region.height();
        int cell = row * width + column;
        fields.mouth(cell, face.across(x, y), face.down(x, y), edge);
        fields.lids(cell, eyes, x, y, edge);
      }
    }
    return fields.values;
  }

  private static double edge(double share) {
    return Curve.smooth(0, EDGE, Math.min(share, 1 - share));
  }

  private void mouth(int cell, double x, double y, double edge) {
    double middle = (lips.upperEdge(x) + lips.lowerEdge(x)) / 2;
    double half = Math.min(1, Math.abs(x) / Lips.HALF_WIDTH);
    double lens = Math.pow(1 - half * half, 0.75) * edge;
    double window = Curve.plateau(x, 0.85) * Curve.plateau(y - middle, 0.62) * edge;
    double upperLip =
        lens * (1 - Curve.smooth((lips.upperEdge(x) - y) / (lips.upperEdge(x) - nose)));
    double gap = lips.gapAt(x) * window;
    double jaw = jaw(x, y, middle, lens) * edge;

    lower(MouthCoefficient.JAW, cell, 0, jaw * (0.30 - 0.7 * lips.gapInTheMiddle()));
    upper(MouthCoefficient.JAW, cell, 0, -0.035 * upperLip);
    lower(MouthCoefficient.CLOSE, cell, 0, -0.60 * gap);
    upper(MouthCoefficient.CLOSE, cell, 0, 0.45 * gap);
    lower(MouthCoefficient.WIDTH, cell, 0.10 * x * window, 0);
    upper(MouthCoefficient.WIDTH, cell, 0.10 * x * window, 0);
    lower(MouthCoefficient.ROUND, cell, -0.24 * x * window, -0.02 * lens * window);
    upper(MouthCoefficient.ROUND, cell, -0.24 * x * window, 0);
    lower(MouthCoefficient.PRESS, cell, 0, -0.015 * lens * window);
    upper(MouthCoefficient.PRESS, cell, 0, 0.010 * lens * window);
    lower(MouthCoefficient.TUCK, cell, 0, -0.05 * lens * window);
    upper(MouthCoefficient.TUCK, cell, 0, -0.03 * upperLip);
    upper(MouthCoefficient.RAISE, cell, 0, -0.05 * upperLip);
  }

  /** The lower lip moves as a lens, the chin as a whole; below the chin the skin stretches. */
  private double jaw(double x, double y, double middle, double lens) {
    if (y < middle - 0.6) {
      return 0;
    }
    double toChin = Curve.smooth(1.6 * Curve.clamp((y - middle) / chin));
    double below = 1 - Curve.smooth((y - chin) / 0.75);
    return (lens * (1 - toChin) + 0.92 * Curve.plateau(x, 1.25) * toChin) * below;
  }

  private void lids(int cell, Eye[] eyes, double x, double y, double edge) {
    double right = 0;
    double down = 0;
    for (Eye eye : eyes) {
      double drop = eye.drop(x, y) * edge;
      right += eye.dropRight(drop);
      down += eye.dropDown(drop);
    }
    put(MouthCoefficient.BLINK, 4, cell, right, down);
  }

  private void upper(MouthCoefficient coefficient, int cell, double across, double down) {
    put(coefficient, 0, cell, face.pixelsRight(across, down), face.pixelsDown(across, down));
  }

  private void lower(MouthCoefficient coefficient, int cell, double across, double down) {
    put(coefficient, 2, cell, face.pixelsRight(across, down), face.pixelsDown(across, down));
  }

  private void put(
      MouthCoefficient coefficient, int plane, int cell, double pixelsRight, double pixelsDown) {
    int at = (coefficient.ordinal() * PLANES + plane) * width * height + cell;
    values[at] = (float) (2 * pixelsRight / region.width());
    values[at + width * height] = (float) (2 * pixelsDown / region.height());
  }
}
