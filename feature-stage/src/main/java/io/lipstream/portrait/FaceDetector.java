package io.lipstream.portrait;

import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * MediaPipe's short-range face detector (BlazeFace) on a square region of a picture. The region is
 * scaled to 128×128 with values from −1 to 1; 896 anchors, two at each cell of a 16×16 grid and six
 * at each of an 8×8 grid, each answer with a score and with a box and six points relative to the
 * anchor. One thread at a time.
 */
final class FaceDetector {
  private static final int SIDE = 128;
  private static final int PAIRS = 8;
  private static final int RIGHT_EYE = 2;
  private static final int LEFT_EYE = 3;
  private static final float[] ANCHORS = anchors();

  private final Network network;

  FaceDetector(Network network) {
    this.network = network;
  }

  /** The faces in a square region, best first, that score at least so much. */
  List<FaceBox> detect(RgbImage image, Placement region, double minimumScore) {
    Map<String, Tensor> outputs =
        network.run(Map.of("input", SquareSampler.sample(image, region, SIDE, -1)));
    FloatBuffer scores = outputs.get("classificators").values();
    FloatBuffer boxes = outputs.get("regressors").values();
    List<FaceBox> found = new ArrayList<>();
    for (int anchor = 0; anchor < ANCHORS.length / 2; anchor++) {
      double score = 1 / (1 + Math.exp(-scores.get(scores.position() + anchor)));
      if (score >= minimumScore) {
        found.add(box(boxes, anchor, score, region));
      }
    }
    return FaceBox.merge(found);
  }

  private static FaceBox box(FloatBuffer boxes, int anchor, double score, Placement region) {
    double[] u = new double[PAIRS];
    double[] v = new double[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
      int at = boxes.position() + 2 * PAIRS * anchor + 2 * i;
      u[i] = boxes.get(at) / SIDE;
      v[i] = boxes.get(at + 1) / SIDE;
    }
    double tilt = Math.atan2(v[LEFT_EYE] - v[RIGHT_EYE], u[LEFT_EYE] - u[RIGHT_EYE]);
    double x = u[0] + ANCHORS[2 * anchor];
    double y = v[0] + ANCHORS[2 * anchor + 1];
    return new FaceBox(
        score, region.x(x, y), region.y(x, y), u[1] * region.side(), v[1] * region.side(), tilt);
  }

  private static float[] anchors() {
    float[] centers = new float[2 * 896];
    int at = 0;
    for (int[] grid : new int[][] {{16, 2}, {8, 6}}) {
      for (int cell = 0; cell < grid[0] * grid[0]; cell++) {
        int column = cell % grid[0];
        int row = cell / grid[0];
        for (int repeat = 0; repeat < grid[1]; repeat++) {
          centers[at++] = (column + .5f) / grid[0];
          centers[at++] = (row + .5f) / grid[0];
        }
      }
    }
    return centers;
  }
}
