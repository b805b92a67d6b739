package io.lipstream.degradation;

import io.lipstream.event.Lane;
import io.lipstream.event.Parameters;
import java.util.EnumMap;
import java.util.Map;

/**
 * Says with how much less a job is made while its lane is full. A lane stands at a level: 0 is all
 * that was asked for, at 1 and 2 three quarters and half of the steps are made, at 3 and 4 also
 * three quarters and half of the short side. It goes up a level while the lane's estimated wait is
 * at or beyond one share of the limit, down while it is at or below a smaller one, stays between
 * them, and never moves twice within the least time. Never beneath the floors, never more than was
 * asked for. For one stream thread.
 */
public final class Degradation {
  /** The last level. */
  public static final int LOWEST = 4;

  private static final double[] STEPS = {1, 0.75, 0.5, 0.5, 0.5};
  private static final double[] SIDE = {1, 1, 1, 0.75, 0.5};
  private static final int SIDE_UNIT = 64;

  private final DegradationSettings settings;
  private final Map<Lane, Standing> standings = new EnumMap<>(Lane.class);

  /** Level of a lane, and when it came there. */
  private record Standing(int level, long since) {}

  public Degradation(DegradationSettings settings) {
    this.settings = settings;
  }

  /**
   * Takes how full a lane is.
   *
   * @param share estimated wait over the lane's limit, 0 or more
   * @param now milliseconds since 1970 UTC
   */
  public void observe(Lane lane, double share, long now) {
    Standing standing = standings.get(lane);
    int next = next(level(lane), share);
    boolean held = standing != null && now - standing.since() < settings.hold().toMillis();
    if (next != level(lane) && !held) {
      standings.put(lane, new Standing(next, now));
    }
  }

  private int next(int level, double share) {
    if (share >= settings.startShare()) {
      return Math.min(LOWEST, level + 1);
    }
    return share <= settings.endShare() ? Math.max(0, level - 1) : level;
  }

  /** Level of a lane, 0 to {@link #LOWEST}. */
  public int level(Lane lane) {
    Standing standing = standings.get(lane);
    return standing == null ? 0 : standing.level();
  }

  /** Parameters that a job of the lane is made with now, if it may be made with less. */
  public Parameters made(Lane lane, Parameters asked) {
    int level = settings.enabled() ? level(lane) : 0;
    if (level == 0) {
      return asked;
    }
    return Parameters.newBuilder(asked)
        .setInferenceSteps(
            bounded(
                (int) Math.ceil(asked.getInferenceSteps() * STEPS[level]),
                settings.leastSteps(),
                asked.getInferenceSteps()))
        .setMinResolution(
            SIDE[level] == 1
                ? asked.getMinResolution()
                : bounded(
                    (int) (asked.getMinResolution() * SIDE[level]) / SIDE_UNIT * SIDE_UNIT,
                    settings.leastResolution(),
                    asked.getMinResolution()))
        .build();
  }

  private static int bounded(int value, int floor, int asked) {
    return Math.min(asked, Math.max(floor, value));
  }
}
