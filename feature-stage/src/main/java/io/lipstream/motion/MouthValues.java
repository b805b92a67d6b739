package io.lipstream.motion;

/**
 * What the sound network says of the mouth, a hundred times a second, with the quiet taken into
 * account.
 *
 * @param values row-major, {@link #COUNT} columns
 */
record MouthValues(float[] values) {
  static final int OPEN = 0;
  static final int WIDTH = 1;
  static final int ROUND = 2;
  static final int PRESS = 3;
  static final int TUCK = 4;
  static final int TONGUE = 5;

  /** How sure it is that nobody speaks, 0 to 1. */
  static final int SILENCE = 6;

  static final int COUNT = 7;

  int frames() {
    return values.length / COUNT;
  }
}
