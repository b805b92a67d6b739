package io.lipstream.motion;

/**
 * The columns of what is known of the mouth at a moment of a voice, a hundred times a second. The
 * first six are the network's, 0 to 1.
 */
final class MouthValues {
  static final int OPEN = 0;
  static final int WIDTH = 1;
  static final int ROUND = 2;
  static final int PRESS = 3;
  static final int TUCK = 4;
  static final int TONGUE = 5;

  /** How sure it is that nobody speaks, 0 to 1, by the network and by how quiet it is. */
  static final int SILENCE = 6;

  /**
   * Natural logarithm of the frame's energy over the level of the voice so far: about 0 in stressed
   * vowels, under −3 in pauses.
   */
  static final int LOUDNESS = 7;

  static final int COUNT = 8;

  private MouthValues() {}
}
