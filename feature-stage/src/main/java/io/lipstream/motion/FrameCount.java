package io.lipstream.motion;

/** How many frames a voice needs. */
final class FrameCount {
  /** Of a frame: less than one sample at any rate, more than a double's rounding. */
  private static final double ROUNDING = 1e-4;

  private FrameCount() {}

  /** Every started frame counts, so that the last is padded and never dropped. */
  static int of(double seconds, int fps) {
    return (int) Math.ceil(seconds * fps - ROUNDING);
  }
}
