package io.lipstream.rendering;

/** The rows of the face's fields, in the order that the renderer's graph has them. */
enum FaceCoefficient {
  /** Lower jaw down, and the lips with it. */
  JAW,
  /** What brings the lips of a smiling portrait together; 1 unless the jaw is down. */
  CLOSE,
  WIDTH,
  ROUND,
  /** Lips together though the jaw is down; 1 undoes what a jaw of 1 does to them. */
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
