package io.lipstream.portrait;

/**
 * A face that both the detector and the mesh take for one.
 *
 * @param box where the detector sees it
 * @param landmarks in pixels of the picture
 * @param turn how far it looks aside, radians; above 0 to the picture's right
 */
record Face(FaceBox box, FaceLandmarks landmarks, double turn) {
  /** Longer side of the upright box around the landmarks: forehead to chin, ear to ear. */
  double size() {
    Bounds bounds = Bounds.of(landmarks);
    return Math.max(bounds.width(), bounds.height());
  }
}
