package io.lipstream.rendering;

import io.lipstream.portrait.RgbImage;

/** Takes rendered frames, in order. */
@FunctionalInterface
public interface FrameSink {
  /**
   * Takes a frame.
   *
   * @param region what lies in the scene's region; everything else is the still frame
   */
  void frame(RgbImage region);
}
