package io.lipstream.ingest;

import io.lipstream.backlog.LaneLoad;
import io.lipstream.event.Lane;
import io.lipstream.ledger.JobRow;
import io.lipstream.ledger.RemainingWork;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Keeps the load of each lane by this task's rows, says what changed of it, and adds up what all
 * tasks have said. The work is kept in a store, for the rows do not tell what was done before them;
 * the jobs are not, for the rows tell them. For one stream thread.
 */
final class LoadBook {
  private final KeyValueStore<String, byte[]> own;
  private final KeyValueStore<String, byte[]> all;
  private final WaitingJobs waitingJobs = new WaitingJobs();
  private final int partition;
  private final Map<Lane, LaneLoad> announced = new EnumMap<>(Lane.class);

  /**
   * @param own load by lane of this task
   * @param all load of all tasks, by what {@link #announcements} gave them as key
   */
  LoadBook(KeyValueStore<String, byte[]> own, KeyValueStore<String, byte[]> all, int partition) {
    this.own = own;
    this.all = all;
    this.partition = partition;
  }

  /** A row that stands there at the start. */
  void remember(JobRow row) {
    waitingJobs.change(null, row);
  }

  /** A row has changed; null stands for none. */
  void change(JobRow before, JobRow after) {
    JobRow named = after == null ? before : after;
    if (named == null || named.getLane().isEmpty()) {
      return;
    }
    double waiting = RemainingWork.of(after) - RemainingWork.of(before);
    double done = RemainingWork.done(before, after);
    waitingJobs.change(before, after);
    if (waiting != 0 || done != 0) {
      own.put(named.getLane(), LaneLoad.read(own.get(named.getLane())).plus(waiting, done).bytes());
    }
  }

  /** What other tasks do not know yet of this one's load. */
  List<KeyValue<String, LaneLoad>> announcements() {
    List<KeyValue<String, LaneLoad>> changes = new ArrayList<>();
    for (Lane lane : Lane.values()) {
      LaneLoad load = load(lane);
      if (!load.equals(announced.put(lane, load))) {
        changes.add(KeyValue.pair(key(lane, partition), load));
      }
    }
    return changes;
  }

  /** Load of every lane over all tasks, this one's as it is now. */
  Map<Lane, LaneLoad> total() {
    Map<Lane, LaneLoad> total = new EnumMap<>(Lane.class);
    for (Lane lane : Lane.values()) {
      total.put(lane, load(lane));
    }
    try (KeyValueIterator<String, byte[]> loads = all.all()) {
      while (loads.hasNext()) {
        KeyValue<String, byte[]> entry = loads.next();
        Lane lane = Lane.valueOf(entry.key.substring(0, entry.key.indexOf('/')));
        if (!entry.key.equals(key(lane, partition))) {
          total.merge(lane, LaneLoad.read(entry.value), LaneLoad::and);
        }
      }
    }
    return total;
  }

  private LaneLoad load(Lane lane) {
    return LaneLoad.read(own.get(lane.name()))
        .withJobs(waitingJobs.count(lane), waitingJobs.oldestAcceptedAt(lane));
  }

  private static String key(Lane lane, int partition) {
    return lane + "/" + partition;
  }
}
