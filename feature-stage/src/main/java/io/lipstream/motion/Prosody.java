package io.lipstream.motion;

/**
 * How a voice stresses and phrases, heard as far as it is asked for. Stress is how near the sound
 * comes to the level that the voice has reached so far; phrasing is how much more silent it is now
 * than over the last seconds. Both are running means without a threshold, so that a difference in
 * what is heard never is more than a difference of that size here, and both are as slow as muscles
 * are. Time only moves forward; one thread at a time.
 */
final class Prosody {
  private static final int ROWS_A_SECOND = MouthOfVoice.FRAMES_A_SECOND;

  /**
   * Natural logarithms of energy against the voice's level: unstressed up to here, and stressed.
   */
  private static final double UNSTRESSED = -2.2;

  private static final double STRESSED = -0.2;

  /** Time constants, seconds. */
  private static final double MUSCLE = 0.075;

  private static final double SOON = 0.3;
  private static final double LATELY = 1.4;

  private final MouthOfVoice voice;
  private int heard;

  private State before = new State(0, 0, 1, 1);
  private State now = before;

  /** Stress passes two equal filters, the first of which is the tension. */
  private record State(double tension, double stress, double silentNow, double silentLately) {
    double turn() {
      return silentNow - silentLately;
    }

    State next(double stressed, double silent) {
      double moreTension = toward(tension, stressed, MUSCLE);
      return new State(
          moreTension,
          toward(stress, moreTension, MUSCLE),
          toward(silentNow, silent, SOON),
          toward(silentLately, silentNow, LATELY));
    }

    private static double toward(double from, double to, double constant) {
      return from + (to - from) * -Math.expm1(-1.0 / (constant * ROWS_A_SECOND));
    }
  }

  /**
   * What is heard at a moment.
   *
   * @param stress 0 in silence and unstressed sounds, up to 1
   * @param turn above 0 where a pause has begun, under 0 where a phrase has, 0 after a while of
   *     either; from −1 to 1
   */
  record Accent(double stress, double turn) {}

  Prosody(MouthOfVoice voice) {
    this.voice = voice;
  }

  /**
   * Hears up to a moment.
   *
   * @param seconds not before an earlier call's; beyond the voice lies silence
   */
  Accent at(double seconds) {
    double row = Math.max(0, seconds * ROWS_A_SECOND);
    while (heard <= row) {
      hear();
    }
    double share = Math.min(1, Math.max(0, row - (heard - 1)));
    return new Accent(
        before.stress + share * (now.stress - before.stress),
        before.turn() + share * (now.turn() - before.turn()));
  }

  private void hear() {
    double stressed = 0;
    double silent = 1;
    if (voice.has(heard)) {
      float[] row = voice.row(heard);
      silent = row[MouthValues.SILENCE];
      double share = (row[MouthValues.LOUDNESS] - UNSTRESSED) / (STRESSED - UNSTRESSED);
      stressed = (1 - silent) * Math.max(0, Math.min(1, share));
    }
    before = now;
    now = now.next(stressed, silent);
    heard++;
  }
}
