package io.lipstream.bench.scheduling;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Clips that come at random, whatever is done with them: exponential gaps. Repeats by its seed.
 *
 * @param perSecond clips a second, in the mean
 */
record OpenArrivals(double perSecond, double seconds, long seed) implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * One clip.
   *
   * @param at nanoseconds since the beginning
   */
  record Arrival(long at, ClipShape shape) {}

  List<Arrival> all() {
    Random random = new Random(seed);
    ClipMix mix = ClipMix.standard();
    List<Arrival> arrivals = new ArrayList<>();
    for (double at = 0; ; ) {
      at -= Math.log(1 - random.nextDouble()) / perSecond;
      if (at >= seconds) {
        return arrivals;
      }
      arrivals.add(new Arrival(Math.round(at * 1e9), mix.draw(random)));
    }
  }
}
