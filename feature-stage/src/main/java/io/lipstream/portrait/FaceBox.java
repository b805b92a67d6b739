package io.lipstream.portrait;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A face as the detector sees it, in pixels of the picture; upright box from the brows to the chin.
 *
 * @param score the detector's confidence, 0 to 1
 * @param tilt radians by which the line through the eyes is turned clockwise
 */
record FaceBox(
    double score, double centerX, double centerY, double width, double height, double tilt) {
  private static final double SAME_FACE_OVERLAP = 0.3;

  double size() {
    return Math.max(width, height);
  }

  /** Area of the intersection over the area of the union, 0 to 1. */
  double overlap(FaceBox other) {
    double across = shared(centerX, width, other.centerX, other.width);
    double down = shared(centerY, height, other.centerY, other.height);
    double intersection = Math.max(0, across) * Math.max(0, down);
    return intersection / (width * height + other.width * other.height - intersection);
  }

  private static double shared(double center, double length, double other, double otherLength) {
    return Math.min(center + length / 2, other + otherLength / 2)
        - Math.max(center - length / 2, other - otherLength / 2);
  }

  /**
   * Weighted non-maximum suppression: boxes that overlap the best one are the same face, and are
   * averaged by their scores; then the best of the rest, and so on.
   */
  static List<FaceBox> merge(List<FaceBox> boxes) {
    List<FaceBox> rest = new ArrayList<>(boxes);
    rest.sort(Comparator.comparingDouble(FaceBox::score).reversed());
    List<FaceBox> faces = new ArrayList<>();
    while (!rest.isEmpty()) {
      FaceBox best = rest.get(0);
      List<FaceBox> same =
          rest.stream().filter(box -> box.overlap(best) > SAME_FACE_OVERLAP).toList();
      faces.add(average(best.score, same));
      rest.removeAll(same);
      rest.remove(best);
    }
    return faces;
  }

  private static FaceBox average(double score, List<FaceBox> boxes) {
    double weights = boxes.stream().mapToDouble(FaceBox::score).sum();
    double[] mean = new double[5];
    for (FaceBox box : boxes) {
      double weight = box.score / weights;
      mean[0] += weight * box.centerX;
      mean[1] += weight * box.centerY;
      mean[2] += weight * box.width;
      mean[3] += weight * box.height;
      mean[4] += weight * box.tilt;
    }
    return new FaceBox(score, mean[0], mean[1], mean[2], mean[3], mean[4]);
  }
}
