package io.lipstream.webhook;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Whom to call next. Each tenant has a lane for each host; lanes are served in turn, and within one
 * the callback that has been due longest goes first. Of one host and of one tenant only so many
 * calls are under way at once, so that a slow receiver holds up its own lane alone. Pure; for one
 * thread.
 */
final class CallQueue {
  private static final Comparator<Owed> BY_TIME =
      Comparator.comparingLong(Owed::dueAt).thenComparing(Owed::key);

  private final int most;
  private final int mostOfTenant;
  private final int mostOfHost;
  private final Map<Lane, TreeSet<Owed>> lanes = new LinkedHashMap<>();
  private final Map<String, Integer> callsOfTenant = new HashMap<>();
  private final Map<String, Integer> callsOfHost = new HashMap<>();
  private int calls;

  /**
   * An empty queue.
   *
   * @param most calls at once
   */
  CallQueue(int most, int mostOfTenant, int mostOfHost) {
    this.most = most;
    this.mostOfTenant = mostOfTenant;
    this.mostOfHost = mostOfHost;
  }

  void add(Owed owed) {
    lanes.computeIfAbsent(Lane.of(owed), lane -> new TreeSet<>(BY_TIME)).add(owed);
  }

  /** Takes a callback out that is not called yet; nothing happens if it is. */
  void remove(Owed owed) {
    Lane lane = Lane.of(owed);
    TreeSet<Owed> waiting = lanes.get(lane);
    if (waiting != null && waiting.remove(owed) && waiting.isEmpty()) {
      lanes.remove(lane);
    }
  }

  /**
   * Takes what is to be called now; each must be told of by {@link #ended} later.
   *
   * @param now milliseconds since 1970 UTC
   */
  List<Owed> take(long now) {
    List<Owed> taken = new ArrayList<>();
    int before;
    do {
      before = taken.size();
      for (Lane lane : List.copyOf(lanes.keySet())) {
        takeOne(lane, now, taken);
      }
    } while (taken.size() > before);
    return taken;
  }

  private void takeOne(Lane lane, long now, List<Owed> taken) {
    TreeSet<Owed> waiting = lanes.get(lane);
    if (waiting.first().dueAt() > now || !free(lane)) {
      return;
    }
    taken.add(waiting.pollFirst());
    calls++;
    callsOfTenant.merge(lane.tenant(), 1, Integer::sum);
    callsOfHost.merge(lane.host(), 1, Integer::sum);
    lanes.remove(lane);
    if (!waiting.isEmpty()) {
      lanes.put(lane, waiting);
    }
  }

  private boolean free(Lane lane) {
    return calls < most
        && callsOfTenant.getOrDefault(lane.tenant(), 0) < mostOfTenant
        && callsOfHost.getOrDefault(lane.host(), 0) < mostOfHost;
  }

  /** Says that a call that was taken has ended, however it did. */
  void ended(Owed owed) {
    Lane lane = Lane.of(owed);
    calls--;
    callsOfTenant.computeIfPresent(lane.tenant(), (tenant, count) -> count == 1 ? null : count - 1);
    callsOfHost.computeIfPresent(lane.host(), (host, count) -> count == 1 ? null : count - 1);
  }

  private record Lane(String tenant, String host) {
    static Lane of(Owed owed) {
      return new Lane(owed.tenant(), owed.host());
    }
  }
}
