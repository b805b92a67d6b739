package io.lipstream.bench.sync;

import io.lipstream.portrait.FaceLandmarks;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Distances between the landmarks of two looks at a face, as shares of its width. Pure functions.
 */
final class FaceShape {
  private static final int SURFACE = 468;
  private static final int RIGHT_CHEEK = 234;
  private static final int LEFT_CHEEK = 454;
  private static final int[] MOUTH = {
    61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 185, 40, 39, 37, 0, 267, 269, 270, 409, 78,
    95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 191, 80, 81, 82, 13, 312, 311, 310, 415, 76, 77,
    90, 180, 85, 16, 315, 404, 320, 307, 306, 184, 74, 73, 72, 11, 302, 303, 304, 408, 62, 96, 89,
    179, 86, 15, 316, 403, 319, 325, 292, 183, 42, 41, 38, 12, 268, 271, 272, 407
  };
  private static final int[] LIDS = {
    33, 246, 161, 160, 159, 158, 157, 173, 133, 7, 163, 144, 145, 153, 154, 155, 247, 30, 29, 27,
    28, 56, 190, 130, 25, 110, 24, 23, 22, 26, 112, 243, 362, 398, 384, 385, 386, 387, 388, 466,
    263, 382, 381, 380, 374, 373, 390, 249, 467, 260, 259, 257, 258, 286, 414, 359, 255, 339, 254,
    253, 252, 256, 341, 463
  };
  private static final int[] BROWS = {
    70, 63, 105, 66, 107, 46, 53, 52, 65, 55, 336, 296, 334, 293, 300, 285, 295, 282, 283, 276
  };
  private static final int[] FIXED = fixed();

  private FaceShape() {}

  static double width(FaceLandmarks face) {
    return distance(face, RIGHT_CHEEK, face, LEFT_CHEEK);
  }

  /**
   * Mean distance of the landmarks outside of mouth, lids and brows when the pose is undone: by the
   * shift, turn and scale that bring them nearest to the first face's.
   */
  static double drift(FaceLandmarks first, FaceLandmarks face) {
    return PoseFit.distance(first.points(), face.points(), FIXED) / width(first);
  }

  /** How far each landmark of the surface is from where it was, head pose and all. */
  static double[] jumps(FaceLandmarks before, FaceLandmarks now) {
    double width = width(before);
    return IntStream.range(0, SURFACE)
        .mapToDouble(i -> distance(before, i, now, i) / width)
        .toArray();
  }

  private static double distance(FaceLandmarks one, int i, FaceLandmarks other, int j) {
    return Math.hypot(one.x(i) - other.x(j), one.y(i) - other.y(j));
  }

  private static int[] fixed() {
    Set<Integer> moving = new HashSet<>();
    for (int[] part : new int[][] {MOUTH, LIDS, BROWS}) {
      Arrays.stream(part).forEach(moving::add);
    }
    return IntStream.range(0, SURFACE).filter(i -> !moving.contains(i)).toArray();
  }
}
