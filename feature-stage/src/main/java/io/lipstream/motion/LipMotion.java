package io.lipstream.motion;

import static io.lipstream.motion.MotionChannel.CHIN_DOWN;
import static io.lipstream.motion.MotionChannel.JAW_OPEN;
import static io.lipstream.motion.MotionChannel.LIP_PRESS;
import static io.lipstream.motion.MotionChannel.LIP_ROUND;
import static io.lipstream.motion.MotionChannel.LIP_TUCK;
import static io.lipstream.motion.MotionChannel.LIP_WIDTH;
import static io.lipstream.motion.MotionChannel.UPPER_LIP_RAISE;

/**
 * From the network's mouth to the lips of a portrait. Pressed lips meet though the chin is down, a
 * lower lip at the teeth is not far from the upper one; in silence the jaw is shut and the lips
 * touch. A jaw of 0 is a closed mouth whatever the portrait's is, so that one that shows its teeth
 * rests with its lips together, as one does before speaking. A pure function.
 *
 * @param strength factor of all that opens and shapes the mouth; what closes it is left as it is
 */
record LipMotion(double strength) {
  private static final double JAW_REACH = 1.3;

  /** A mouth that is half open to the network is less open than that. */
  private static final double JAW_CURVE = 1.25;

  private static final double CLOSED_BY_PRESSING = 0.9;
  private static final double CLOSED_BY_TUCKING = 0.3;
  private static final double RAISE_WITH_JAW = 0.4;
  private static final double WIDEST = 1.25;

  /** Lips at rest touch without force, where "m" is 1; as the network was taught. */
  private static final double REST_PRESS = 0.3;

  /** The network is shy of "m", "b" and "p": from here on it means them, from there on surely. */
  private static final double HINT = 0.12;

  private static final double SURE = 0.65;
  private static final double SURELY_SPEECH = 0.45;
  private static final double SURELY_SILENCE = 0.8;

  /** Writes the lip channels of a row. */
  void write(float[] mouth, float[] row) {
    double rest = smooth(SURELY_SPEECH, SURELY_SILENCE, mouth[MouthValues.SILENCE]);
    double spoken = 1 - rest;
    double press =
        Math.max(smooth(HINT, SURE, mouth[MouthValues.PRESS]) * spoken, REST_PRESS * rest);
    double jaw = spoken * JAW_REACH * Math.pow(Math.max(0, mouth[MouthValues.OPEN]), JAW_CURVE);
    double apart =
        (1 - CLOSED_BY_PRESSING * press)
            * (1 - CLOSED_BY_TUCKING * Math.min(1, spoken * mouth[MouthValues.TUCK]));
    put(row, CHIN_DOWN, scaled(jaw));
    put(row, JAW_OPEN, apart * scaled(jaw));
    put(row, LIP_WIDTH, scaled(spoken * mouth[MouthValues.WIDTH]));
    put(row, LIP_ROUND, scaled(spoken * mouth[MouthValues.ROUND]));
    put(row, LIP_PRESS, press);
    put(row, LIP_TUCK, scaled(spoken * mouth[MouthValues.TUCK]));
    raise(row);
  }

  /** The upper lip goes with the lips' opening. */
  static void raise(float[] row) {
    put(row, UPPER_LIP_RAISE, RAISE_WITH_JAW * row[JAW_OPEN.ordinal()]);
  }

  /** 0 up to one value, 1 from another on, without a corner between. */
  private static double smooth(double from, double to, double value) {
    double share = Math.max(0, Math.min(1, (value - from) / (to - from)));
    return share * share * (3 - 2 * share);
  }

  private double scaled(double value) {
    return Math.max(0, Math.min(WIDEST, strength * value));
  }

  private static void put(float[] row, MotionChannel channel, double value) {
    row[channel.ordinal()] = (float) value;
  }
}
