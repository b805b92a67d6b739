package io.lipstream.portrait;

import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import java.nio.FloatBuffer;
import java.util.Map;

/**
 * MediaPipe's face mesh with attention on one face: 468 points of the surface, those of the lips
 * replaced by the finer ones of their own branch, and 10 of the irises. The region is 1.5 times the
 * face, upright by its eyes, scaled to 192×192 with values from 0 to 1. A second pass starts from
 * the points of the first, which takes out most of the detector's error. One thread at a time.
 */
final class FaceMesh {
  private static final int SIDE = 192;
  private static final double MARGIN = 1.5;
  private static final int SURFACE_POINTS = 468;
  private static final int IRIS_POINTS = 5;
  private static final int RIGHT_EYE_CORNER = 33;
  private static final int LEFT_EYE_CORNER = 263;
  private static final int RIGHT_CHEEK = 234;
  private static final int LEFT_CHEEK = 454;

  /** The surface points that the lips' branch gives, in its order. */
  private static final int[] LIPS = {
    61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 185, 40, 39, 37, 0, 267, 269, 270, 409, 78,
    95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 191, 80, 81, 82, 13, 312, 311, 310, 415, 76, 77,
    90, 180, 85, 16, 315, 404, 320, 307, 306, 184, 74, 73, 72, 11, 302, 303, 304, 408, 62, 96, 89,
    179, 86, 15, 316, 403, 319, 325, 292, 183, 42, 41, 38, 12, 268, 271, 272, 407
  };

  private final Network network;

  FaceMesh(Network network) {
    this.network = network;
  }

  /** The face in a box. */
  Face fit(RgbImage image, FaceBox box) {
    Face first =
        fit(
            image,
            box,
            new Placement(box.centerX(), box.centerY(), MARGIN * box.size(), box.tilt()));
    return fit(image, box, around(first.landmarks()));
  }

  private Face fit(RgbImage image, FaceBox box, Placement placement) {
    Map<String, Tensor> outputs =
        network.run(Map.of("input", SquareSampler.sample(image, placement, SIDE, 0)));
    float[] points = new float[2 * FaceLandmarks.COUNT];
    FloatBuffer surface = values(outputs, "output_mesh_identity");
    for (int i = 0; i < SURFACE_POINTS; i++) {
      put(points, i, surface.get(3 * i), surface.get(3 * i + 1), placement);
    }
    FloatBuffer lips = values(outputs, "output_lips");
    for (int i = 0; i < LIPS.length; i++) {
      put(points, LIPS[i], lips.get(2 * i), lips.get(2 * i + 1), placement);
    }
    FloatBuffer leftIris = values(outputs, "output_left_iris");
    FloatBuffer rightIris = values(outputs, "output_right_iris");
    for (int i = 0; i < IRIS_POINTS; i++) {
      put(points, SURFACE_POINTS + i, leftIris.get(2 * i), leftIris.get(2 * i + 1), placement);
      put(
          points,
          SURFACE_POINTS + IRIS_POINTS + i,
          rightIris.get(2 * i),
          rightIris.get(2 * i + 1),
          placement);
    }
    double flag = values(outputs, "conv_faceflag").get(0);
    FaceLandmarks landmarks = new FaceLandmarks(points, (float) (1 / (1 + Math.exp(-flag))));
    return new Face(box, landmarks, turn(surface));
  }

  /**
   * How far the line from cheek to cheek is turned out of the picture's plane, radians, by the
   * depths that the mesh gives: above 0 where the face looks to the picture's right.
   */
  private static double turn(FloatBuffer surface) {
    double across = surface.get(3 * LEFT_CHEEK) - surface.get(3 * RIGHT_CHEEK);
    double deeper = surface.get(3 * LEFT_CHEEK + 2) - surface.get(3 * RIGHT_CHEEK + 2);
    return Math.atan2(deeper, across);
  }

  private static FloatBuffer values(Map<String, Tensor> outputs, String name) {
    return outputs.get(name).values().slice();
  }

  private static void put(float[] points, int index, float x, float y, Placement placement) {
    double u = (double) x / SIDE;
    double v = (double) y / SIDE;
    points[2 * index] = (float) placement.x(u, v);
    points[2 * index + 1] = (float) placement.y(u, v);
  }

  /** The region around the points, upright by the outer corners of the eyes. */
  private static Placement around(FaceLandmarks face) {
    double rotation =
        Math.atan2(
            face.y(LEFT_EYE_CORNER) - face.y(RIGHT_EYE_CORNER),
            face.x(LEFT_EYE_CORNER) - face.x(RIGHT_EYE_CORNER));
    double cosine = Math.cos(rotation);
    double sine = Math.sin(rotation);
    double left = Double.POSITIVE_INFINITY;
    double right = Double.NEGATIVE_INFINITY;
    double top = Double.POSITIVE_INFINITY;
    double bottom = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < SURFACE_POINTS; i++) {
      double x = cosine * face.x(i) + sine * face.y(i);
      double y = cosine * face.y(i) - sine * face.x(i);
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    double x = (left + right) / 2;
    double y = (top + bottom) / 2;
    return new Placement(
        cosine * x - sine * y,
        sine * x + cosine * y,
        MARGIN * Math.max(right - left, bottom - top),
        rotation);
  }
}
