package io.lipstream.motion;

import java.util.random.RandomGenerator;

/**
 * Where eyes look that rest on somebody and leave them now and then: a fixation after the other,
 * each for a random while, with quick turns between. More to the sides than up and down. Time only
 * moves forward; one thread at a time.
 */
final class Glances {
  private static final double TURNING = 0.05;
  private static final double SHORTEST = 0.35;
  private static final double MEAN_WAIT = 1.1;
  private static final double LONGEST_WAIT = 4;
  private static final double FLATNESS = 0.5;

  private final RandomGenerator random;
  private double start;
  private Fixation from = new Fixation(0, 0);
  private Fixation to;

  /** A direction: right and down, −1 to 1. */
  record Fixation(double x, double y) {}

  Glances(RandomGenerator random) {
    this.random = random;
    this.start = wait(random);
    this.to = draw(random);
  }

  Fixation at(double seconds) {
    double until = start + TURNING;
    while (seconds >= until) {
      from = to;
      to = draw(random);
      start = until + wait(random);
      until = start + TURNING;
    }
    double share = Math.max(0, seconds - start) / TURNING;
    double turned = share * share * (3 - 2 * share);
    return new Fixation(from.x + turned * (to.x - from.x), from.y + turned * (to.y - from.y));
  }

  private static double wait(RandomGenerator random) {
    double wait = -MEAN_WAIT * StrictMath.log(1 - random.nextDouble());
    return SHORTEST + Math.min(LONGEST_WAIT, wait);
  }

  private static Fixation draw(RandomGenerator random) {
    return new Fixation(2 * random.nextDouble() - 1, FLATNESS * (2 * random.nextDouble() - 1));
  }
}
