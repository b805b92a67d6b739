package io.lipstream.motion;

import static io.lipstream.motion.MotionChannel.BROW_RAISE;
import static io.lipstream.motion.MotionChannel.GAZE_X;
import static io.lipstream.motion.MotionChannel.GAZE_Y;
import static io.lipstream.motion.MotionChannel.HEAD_ROLL;
import static io.lipstream.motion.MotionChannel.HEAD_X;
import static io.lipstream.motion.MotionChannel.HEAD_Y;

import java.util.random.RandomGenerator;

/**
 * What head, brows and eyes do with a voice's {@link Prosody}. Stress nods the head, turns it a
 * little and lifts the brows, by amounts that wander with the seed; a phrase begins with a lift of
 * both and ends with the head sinking and the eyes leaving whom they look at. Adds to the channels
 * of a row; time only moves forward; one thread at a time.
 */
final class Gestures {
  private static final double NOD = 0.012;
  private static final double TURN = 0.006;
  private static final double TILT = 0.010;
  private static final double LIFT = 0.006;
  private static final double BROW_STRESS = 0.55;
  private static final double BROW_PHRASE = 0.35;
  private static final double GAZE_AT_REST = 0.10;
  private static final double GAZE_AWAY = 0.5;

  private final double strength;
  private final Wander nods;
  private final Wander turns;
  private final Wander tilts;
  private final Wander lifts;
  private final Glances glances;

  /**
   * Draws what chance decides.
   *
   * @param strength factor of the head's movement; brows and eyes move without it
   */
  Gestures(RandomGenerator random, double strength) {
    this.strength = strength;
    this.nods = new Wander(0.31, random);
    this.turns = new Wander(0.37, random);
    this.tilts = new Wander(0.29, random);
    this.lifts = new Wander(0.41, random);
    this.glances = new Glances(random);
  }

  /** Adds the movements of a moment to a row. */
  void add(double seconds, Prosody.Accent accent, float[] row) {
    double stress = accent.stress();
    double begun = Math.max(0, -accent.turn());
    double nod = NOD * stress * amount(nods, seconds) + LIFT * accent.turn();
    add(row, HEAD_Y, strength * nod);
    add(row, HEAD_X, strength * TURN * stress * turns.at(seconds));
    add(row, HEAD_ROLL, strength * TILT * stress * tilts.at(seconds));
    add(row, BROW_RAISE, BROW_STRESS * stress * amount(lifts, seconds) + BROW_PHRASE * begun);
    double away = GAZE_AT_REST + GAZE_AWAY * Math.max(0, accent.turn());
    Glances.Fixation fixation = glances.at(seconds);
    add(row, GAZE_X, away * fixation.x());
    add(row, GAZE_Y, away * fixation.y());
  }

  /** From a third to 1, so that no two stresses are alike and none goes without. */
  private static double amount(Wander wander, double seconds) {
    return (2 + wander.at(seconds)) / 3;
  }

  private static void add(float[] row, MotionChannel channel, double value) {
    row[channel.ordinal()] += (float) value;
  }
}
