package io.lipstream.ingest;

import io.lipstream.event.Lane;
import io.lipstream.ledger.JobRow;
import io.lipstream.ledger.RemainingWork;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The jobs of a task that are not done, a lane in the order of their acceptance. In memory, since
 * the rows tell all that is in it and are read at each start anyhow. For one stream thread.
 */
final class WaitingJobs {
  private final Map<Lane, TreeSet<Waiting>> lanes = new EnumMap<>(Lane.class);

  private record Waiting(long acceptedAt, String jobId) {
    static Waiting of(JobRow row) {
      return new Waiting(row.getAcceptedAt(), row.getJobId());
    }
  }

  WaitingJobs() {
    for (Lane lane : Lane.values()) {
      lanes.put(
          lane,
          new TreeSet<>(
              Comparator.comparingLong(Waiting::acceptedAt).thenComparing(Waiting::jobId)));
    }
  }

  /** A row has changed; null stands for none. */
  void change(JobRow before, JobRow after) {
    if (RemainingWork.waits(before)) {
      lane(before).remove(Waiting.of(before));
    }
    if (RemainingWork.waits(after)) {
      lane(after).add(Waiting.of(after));
    }
  }

  int count(Lane lane) {
    return lanes.get(lane).size();
  }

  /** When the oldest job of a lane was accepted; the largest long for none. */
  long oldestAcceptedAt(Lane lane) {
    return lanes.get(lane).isEmpty() ? Long.MAX_VALUE : lanes.get(lane).first().acceptedAt();
  }

  private Set<Waiting> lane(JobRow row) {
    return lanes.get(Lane.valueOf(row.getLane()));
  }
}
