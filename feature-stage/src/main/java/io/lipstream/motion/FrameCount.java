package io.lipstream.motion;

/** How many frames a voice needs. */
final class FrameCount {
  /**
   * Of a frame: less than what the samples of a voice can be over whole frames, which is one part
   * of the sample rate (5e-6 at 192 kHz), and more than a double's rounding.
   */
  private static final double ROUNDING = 1e-6;

  private FrameCount() {}

  /** Every started frame counts, so that the last is padded and never dropped. */
  static int of(double seconds, int fps) {
    return (int) Math.ceil(seconds * fps - ROUNDING);
  }
}
