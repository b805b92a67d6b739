package io.lipstream.motion;

import static io.lipstream.motion.MotionChannel.CHIN_DOWN;
import static io.lipstream.motion.MotionChannel.JAW_OPEN;

/**
 * How far lips and chin of a voice are down, no faster than flesh is: what {@link LipMotion} makes
 * of each row is followed within a {@link SpeedLimit}, and lips are never further apart than the
 * chin is down. Looks {@value #AHEAD} rows ahead. Time only moves forward; one thread at a time.
 */
final class MovingLips {
  /** Rows that are known before the one that is made. */
  static final int AHEAD = 3;

  private static final int ROWS_A_SECOND = MouthOfVoice.FRAMES_A_SECOND;

  /**
   * Most change a row. A mouth opens by 1.25 at most: lips go 0.3 of that in 40 ms, the chin, which
   * has a jaw to carry, 0.2.
   */
  private static final double LIPS = 9.375 / ROWS_A_SECOND;

  private static final double CHIN = 6.25 / ROWS_A_SECOND;

  private final MouthOfVoice voice;
  private final LipMotion motion;
  private final SpeedLimit lips = new SpeedLimit(LIPS, 0);
  private final SpeedLimit chin = new SpeedLimit(CHIN, 0);
  private final double[] wantedOfLips = new double[AHEAD + 1];
  private final double[] wantedOfChin = new double[AHEAD + 1];
  private Opening before = new Opening(0, 0);
  private Opening now = before;
  private int made;

  private record Opening(double lips, double chin) {}

  /**
   * Begins with a mouth that is shut.
   *
   * @param voice has a row at least
   */
  MovingLips(MouthOfVoice voice, LipMotion motion) {
    this.voice = voice;
    this.motion = motion;
    for (int row = 0; row < AHEAD; row++) {
      hear(row);
    }
  }

  /**
   * Writes what opens the mouth to a row.
   *
   * @param seconds not before an earlier call's; after the end of the voice its last row holds
   */
  void write(double seconds, float[] row) {
    double place = Math.max(0, seconds * ROWS_A_SECOND);
    while (made <= Math.ceil(place)) {
      make();
    }
    double share = Math.min(1, place - (made - 2));
    row[JAW_OPEN.ordinal()] = (float) (before.lips + share * (now.lips - before.lips));
    row[CHIN_DOWN.ordinal()] = (float) (before.chin + share * (now.chin - before.chin));
    LipMotion.raise(row);
  }

  private void make() {
    hear(made + AHEAD);
    before = now;
    double down = chin.next(wantedOfChin);
    now = new Opening(Math.min(down, lips.next(wantedOfLips)), down);
    made++;
  }

  private void hear(int row) {
    float[] wanted = new float[MotionChannel.COUNT];
    motion.write(voice.row(voice.has(row) ? row : voice.frames() - 1), wanted);
    shift(wantedOfLips, wanted[JAW_OPEN.ordinal()]);
    shift(wantedOfChin, wanted[CHIN_DOWN.ordinal()]);
  }

  private static void shift(double[] rows, double next) {
    System.arraycopy(rows, 1, rows, 0, AHEAD);
    rows[AHEAD] = next;
  }
}
