package io.lipstream.bench.sync;

import io.lipstream.portrait.FaceLandmarks;

/** How far apart the lips of a face are, by landmarks alone. A pure function. */
final class LipGap {
  /** Inner edges of the upper and lower lip, left, middle and right. */
  private static final int[][] EDGES = {{82, 87}, {13, 14}, {312, 317}};

  private static final int RIGHT_EYE_CORNER = 33;
  private static final int LEFT_EYE_CORNER = 263;

  private LipGap() {}

  /** Mean gap, as a share of the distance between the outer corners of the eyes. */
  static double of(FaceLandmarks face) {
    double sum = 0;
    for (int[] edge : EDGES) {
      sum += distance(face, edge[0], edge[1]);
    }
    return sum / EDGES.length / distance(face, RIGHT_EYE_CORNER, LEFT_EYE_CORNER);
  }

  private static double distance(FaceLandmarks face, int one, int other) {
    return Math.hypot(face.x(one) - face.x(other), face.y(one) - face.y(other));
  }
}
