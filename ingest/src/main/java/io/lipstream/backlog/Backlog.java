package io.lipstream.backlog;

import io.lipstream.event.Lane;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Estimates how long a new job of a lane would wait: the work before it over an exponentially
 * weighted average of the work done a second while there was work. Interactive work goes first, so
 * that only bulk jobs wait for both lanes. Until work has been measured for a quarter of the
 * averaging time nothing is estimated and all is admitted. For one stream thread.
 *
 * <p>The one formula, for admission and for stepping quality down. Its tolerance: loads are as old
 * as the observation, a second at most; the length of a voice that is not declared is assumed; and
 * the average follows a change of capacity with its time constant.
 */
public final class Backlog {
  private static final double LEAST_MEASURED = 0.25;

  private final BacklogSettings settings;
  private final Map<Lane, LaneLoad> loads = new EnumMap<>(Lane.class);
  private double unitsPerMillisecond;
  private double measuredMs;
  private double done = Double.NaN;
  private long observedAt;

  public Backlog(BacklogSettings settings) {
    this.settings = settings;
  }

  /**
   * Takes the load of every lane, over all instances.
   *
   * @param now milliseconds since 1970 UTC
   */
  public void observe(Map<Lane, LaneLoad> current, long now) {
    double total = current.values().stream().mapToDouble(LaneLoad::done).sum();
    boolean busy = loads.values().stream().anyMatch(load -> load.waiting() > 0);
    long elapsed = now - observedAt;
    if (busy && elapsed > 0 && total >= done) {
      measure(total - done, elapsed);
    }
    loads.clear();
    loads.putAll(current);
    done = total;
    observedAt = now;
  }

  private void measure(double units, long elapsed) {
    double constant = settings.averaging().toMillis();
    // At first the plain average of what was seen, so that the first interval does not rule.
    double weight = Math.max(elapsed / (measuredMs + elapsed), 1 - Math.exp(-elapsed / constant));
    unitsPerMillisecond += weight * (units / elapsed - unitsPerMillisecond);
    measuredMs += elapsed;
  }

  /** Takes work that was admitted after the observation. */
  public void admit(Lane lane, double cost) {
    loads.merge(lane, new LaneLoad(cost, 0), (held, more) -> held.plus(more.waiting(), 0));
  }

  /** Milliseconds that a new job of the lane would wait; empty while too little was measured. */
  public OptionalLong estimatedWait(Lane lane) {
    if (measuredMs < LEAST_MEASURED * settings.averaging().toMillis() || unitsPerMillisecond <= 0) {
      return OptionalLong.empty();
    }
    double before = waiting(Lane.INTERACTIVE) + (lane == Lane.BULK ? waiting(Lane.BULK) : 0);
    return OptionalLong.of((long) (before / unitsPerMillisecond));
  }

  /** By how many milliseconds the lane's estimated wait is beyond its limit; empty if it is not. */
  public OptionalLong excess(Lane lane) {
    long limit = settings.limit(lane).toMillis();
    OptionalLong wait = estimatedWait(lane);
    return limit > 0 && wait.isPresent() && wait.getAsLong() > limit
        ? OptionalLong.of(wait.getAsLong() - limit)
        : OptionalLong.empty();
  }

  /** Estimated wait over the lane's limit; 0 while nothing is estimated or limited. */
  public double share(Lane lane) {
    long limit = settings.limit(lane).toMillis();
    OptionalLong wait = estimatedWait(lane);
    return limit > 0 && wait.isPresent() ? (double) wait.getAsLong() / limit : 0;
  }

  /** What is said of a request that was refused. */
  public String refusal(Lane lane, long excess) {
    long limit = settings.limit(lane).toMillis();
    return "lane %s has work for %d s before it, the limit is %d s; send it again in %d s"
        .formatted(lane, (limit + excess) / 1000, limit / 1000, Math.max(1, (excess + 999) / 1000));
  }

  private double waiting(Lane lane) {
    return loads.getOrDefault(lane, LaneLoad.NONE).waiting();
  }
}
