package io.lipstream.motion;

/** The columns of a motion row, in their stored order. */
public enum MotionChannel {
  /** Lips apart by the jaw; 0 closed, 1 the widest of speech. */
  JAW_OPEN,
  /** Mouth corners apart; 0 rest, 1 a wide "ee". */
  LIP_WIDTH,
  /** Lips rounded; 0 rest, 1 a tight "oo". */
  LIP_ROUND,
  /** Lips pressed shut; 0 free, 1 as in "m". */
  LIP_PRESS,
  /** Lower lip under the upper teeth; 0 free, 1 as in "f". */
  LIP_TUCK,
  /** Upper lip up; 0 rest, 1 the highest of speech. */
  UPPER_LIP_RAISE,
  /** Both lids; 0 as in the portrait, 1 closed. */
  BLINK,
  /** Head to the picture's right, in face widths. */
  HEAD_X,
  /** Head down, in face widths. */
  HEAD_Y,
  /** Head rolled clockwise, radians. */
  HEAD_ROLL,
  /** Head nearer, as a share of its size. */
  HEAD_SCALE,
  /** Brows up; 0 as in the portrait, 1 as high as they go, less than 0 down. */
  BROW_RAISE,
  /** Irises to the picture's right; 0 as in the portrait, -1 to 1. */
  GAZE_X,
  /** Irises down; 0 as in the portrait, -1 to 1. */
  GAZE_Y,
  /** Chin down; as far as the lips are apart, or further where they meet before the jaw is shut. */
  CHIN_DOWN;

  public static final int COUNT = values().length;
}
