package io.lipstream.motion;

import java.util.List;

/**
 * What became of a voice.
 *
 * @param frames rows written, one a frame of the video
 * @param seconds length of the voice by its decoded samples
 * @param warnings one line each, for the user
 */
public record MotionPlan(int frames, double seconds, List<String> warnings) {
  public MotionPlan {
    warnings = List.copyOf(warnings);
  }
}
