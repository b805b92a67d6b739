package io.lipstream.rendering;

/** The rows of the mouth's displacement fields, in the order that the renderer's graph has them. */
enum MouthCoefficient {
  /** Lower jaw down. */
  JAW,
  /** What brings the lips of a smiling portrait together; 1 unless the jaw is down. */
  CLOSE,
  WIDTH,
  ROUND,
  PRESS,
  TUCK,
  RAISE,
  BLINK;

  static final int COUNT = values().length;
}
