package io.lipstream.motion;

import static io.lipstream.motion.MotionChannel.HEAD_ROLL;
import static io.lipstream.motion.MotionChannel.HEAD_SCALE;
import static io.lipstream.motion.MotionChannel.HEAD_X;
import static io.lipstream.motion.MotionChannel.HEAD_Y;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The small movements of a head that is held still, breathing among them, whether or not somebody
 * speaks. A pure function of time after construction.
 */
final class HeadSway {
  private final List<Sway> sways;

  private record Sway(MotionChannel channel, double amplitude, Wander wander) {}

  /**
   * Draws the phases.
   *
   * @param strength factor of all movement
   */
  HeadSway(RandomGenerator random, double strength) {
    sways =
        List.of(
            new Sway(HEAD_X, strength * 0.012, new Wander(0.17, random)),
            new Sway(HEAD_Y, strength * 0.008, new Wander(0.23, random)),
            new Sway(HEAD_ROLL, strength * 0.017, new Wander(0.13, random)),
            new Sway(HEAD_SCALE, strength * 0.006, new Wander(0.19, random)));
  }

  /** Writes the head channels of a row. */
  void write(double seconds, float[] row) {
    for (Sway sway : sways) {
      row[sway.channel.ordinal()] = (float) (sway.amplitude * sway.wander.at(seconds));
    }
  }
}
