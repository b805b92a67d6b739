package io.lipstream.rendering;

/** The rows of the face's fields, in the order that the renderer's graph has them. */
enum FaceCoefficient {
  /** Lower jaw down. */
  JAW,
  /** What brings the lips of a smiling portrait together; 1 unless the jaw is down. */
  CLOSE,
  WIDTH,
  ROUND,
  PRESS,
  TUCK,
  RAISE,
  BLINK,
  BROW,
  /** Irises to the picture's right. */
  GAZE_X,
  /** Irises down. */
  GAZE_Y;

  static final int COUNT = values().length;
}
