package io.lipstream.bench.scheduling;

import io.lipstream.pipeline.PreparedClip;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/**
 * Lets each clip out at its time on the real clock, ready to be cut; {@code startedAt} is the
 * machine's nanosecond clock at the first one, for all of them.
 */
final class PacedClips extends RichMapFunction<Long, PreparedClip> {
  private static final long serialVersionUID = 1L;
  private static final long NANOS_A_MILLI = 1_000_000;

  private final OpenArrivals arrivals;
  private transient List<OpenArrivals.Arrival> all;
  private transient long begin;

  PacedClips(OpenArrivals arrivals) {
    this.arrivals = arrivals;
  }

  @Override
  public void open(OpenContext context) {
    all = arrivals.all();
    begin = System.nanoTime();
  }

  @Override
  public PreparedClip map(Long number) throws InterruptedException {
    OpenArrivals.Arrival arrival = all.get(number.intValue());
    long wait = begin + arrival.at() + ClusterPlan.PREPARATION - System.nanoTime();
    if (wait > 0) {
      Thread.sleep(wait / NANOS_A_MILLI, (int) (wait % NANOS_A_MILLI));
    }
    return new SimulatedClip(arrival.shape(), "clip-" + number, "tenant", false, 0, ended -> {})
        .prepared(begin);
  }
}
