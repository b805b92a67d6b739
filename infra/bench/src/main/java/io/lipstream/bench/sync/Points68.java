package io.lipstream.bench.sync;

import java.util.stream.IntStream;

/**
 * 68 points of a face in the order of the iBUG 300-W data: the outline of the jaw from ear to ear,
 * brows, nose, eyes, lips. They come from a network that has nothing in common with the bundle's
 * mesh. In pixels of the picture. Immutable but for its array, which nobody changes.
 *
 * @param points x and y in turn
 */
record Points68(float[] points) {
  static final int COUNT = 68;
  private static final int JAW = 17;
  private static final int NOSE = 27;
  private static final int NOSE_END = 36;
  private static final int RIGHT_EYE_CORNER = 36;
  private static final int LEFT_EYE_CORNER = 45;
  private static final int EYES_END = 48;
  private static final int RIGHT_EAR = 0;
  private static final int LEFT_EAR = 16;

  /** Inner edges of the upper and lower lip, left, middle and right. */
  private static final int[][] EDGES = {{61, 67}, {62, 66}, {63, 65}};

  /** All but mouth, lids and brows. */
  private static final int[] FIXED =
      IntStream.concat(IntStream.range(0, JAW), IntStream.range(NOSE, NOSE_END)).toArray();

  /** All but lids, which a blink moves. */
  private static final int[] UNBLINKING =
      IntStream.concat(IntStream.range(0, NOSE_END), IntStream.range(EYES_END, COUNT)).toArray();

  Points68 {
    if (points.length != 2 * COUNT) {
      throw new IllegalArgumentException(points.length + " values for " + COUNT + " points");
    }
  }

  float x(int index) {
    return points[2 * index];
  }

  float y(int index) {
    return points[2 * index + 1];
  }

  /**
   * Mean gap of the inner lips, as a share of the distance between the outer corners of the eyes.
   */
  double opening() {
    double sum = 0;
    for (int[] edge : EDGES) {
      sum += distance(edge[0], edge[1]);
    }
    return sum / EDGES.length / distance(RIGHT_EYE_CORNER, LEFT_EYE_CORNER);
  }

  /** As {@link FaceShape#drift}: mean distance outside of mouth, lids and brows, pose undone. */
  static double drift(Points68 first, Points68 face) {
    return PoseFit.distance(first.points, face.points, FIXED) / first.distance(RIGHT_EAR, LEFT_EAR);
  }

  /** As {@link FaceShape#jumps}, without the lids. */
  static double[] jumps(Points68 before, Points68 now) {
    double width = before.distance(RIGHT_EAR, LEFT_EAR);
    return IntStream.of(UNBLINKING)
        .mapToDouble(i -> Math.hypot(before.x(i) - now.x(i), before.y(i) - now.y(i)) / width)
        .toArray();
  }

  private double distance(int one, int other) {
    return Math.hypot(x(one) - x(other), y(one) - y(other));
  }
}
