package io.lipstream.motion;

import java.util.random.RandomGenerator;

/**
 * Blinks at the random moments of a person who looks at someone: a rest after each, then a waiting
 * time without memory, now and then two in a row. Lids close faster than they open. Time only moves
 * forward; one thread at a time.
 */
final class Blinks {
  private static final double CLOSING = 0.1;
  private static final double CLOSED = 0.03;
  private static final double OPENING = 0.24;
  private static final double REST = 1.1;
  private static final double MEAN_WAIT = 2.6;
  private static final double LONGEST_WAIT = 7;
  private static final double DOUBLE_BLINK = 0.1;
  private static final double DOUBLE_BLINK_WAIT = 0.2;

  private final RandomGenerator random;
  private double start;

  Blinks(RandomGenerator random) {
    this.random = random;
    this.start = 0.4 + wait(random) / 2;
  }

  /** How far the lids are closed, 0 to 1. */
  double at(double seconds) {
    while (seconds >= start + CLOSING + CLOSED + OPENING) {
      double pause = random.nextDouble() < DOUBLE_BLINK ? DOUBLE_BLINK_WAIT : REST + wait(random);
      start += CLOSING + CLOSED + OPENING + pause;
    }
    double into = seconds - start;
    if (into <= 0) {
      return 0;
    }
    if (into < CLOSING) {
      return smooth(into / CLOSING);
    }
    return into < CLOSING + CLOSED ? 1 : smooth(1 - (into - CLOSING - CLOSED) / OPENING);
  }

  private static double wait(RandomGenerator random) {
    return Math.min(LONGEST_WAIT, -MEAN_WAIT * StrictMath.log(1 - random.nextDouble()));
  }

  private static double smooth(double share) {
    return share * share * (3 - 2 * share);
  }
}
