package io.lipstream.portrait;

/**
 * The 478 points of the MediaPipe face mesh (468 of the surface, 10 of the irises), by its indices,
 * in pixels of the picture they belong to; the centre of the top left pixel is (0.5, 0.5).
 *
 * @param points x and y in turn, 956 values; not copied, not changed after construction
 * @param confidence how sure the mesh is that this is a face; 0 to 1
 */
public record FaceLandmarks(float[] points, float confidence) {
  public static final int COUNT = 478;

  public FaceLandmarks {
    if (points.length != 2 * COUNT) {
      throw new IllegalArgumentException(points.length + " values for " + COUNT + " landmarks");
    }
  }

  public float x(int index) {
    return points[2 * index];
  }

  public float y(int index) {
    return points[2 * index + 1];
  }
}
