package io.lipstream.bench.sync;

/** Lays one set of points on another by the shift, turn and scale that fit best. Pure functions. */
final class PoseFit {
  private PoseFit() {}

  /**
   * Mean distance that is left between chosen points.
   *
   * @param first x and y in turn
   * @param face the same points at another moment
   */
  static double distance(float[] first, float[] face, int[] chosen) {
    double[] from = center(face, chosen);
    double[] to = center(first, chosen);
    double along = 0;
    double across = 0;
    double size = 0;
    for (int i : chosen) {
      double x = face[2 * i] - from[0];
      double y = face[2 * i + 1] - from[1];
      double wantedX = first[2 * i] - to[0];
      double wantedY = first[2 * i + 1] - to[1];
      along += x * wantedX + y * wantedY;
      across += x * wantedY - y * wantedX;
      size += x * x + y * y;
    }
    double sum = 0;
    for (int i : chosen) {
      double x = face[2 * i] - from[0];
      double y = face[2 * i + 1] - from[1];
      sum +=
          Math.hypot(
              (along * x - across * y) / size - (first[2 * i] - to[0]),
              (across * x + along * y) / size - (first[2 * i + 1] - to[1]));
    }
    return sum / chosen.length;
  }

  private static double[] center(float[] points, int[] chosen) {
    double x = 0;
    double y = 0;
    for (int i : chosen) {
      x += points[2 * i];
      y += points[2 * i + 1];
    }
    return new double[] {x / chosen.length, y / chosen.length};
  }
}
