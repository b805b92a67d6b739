package io.lipstream.webhook;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The callbacks of a partition that wait, of which only so many are held: as many of each host and
 * tenant as there is room for all of them alike, and of one those that are due first. So a receiver
 * that is down for a day fills no memory and takes no other's place. For one thread.
 */
final class Waiting {
  private static final Comparator<Owed> BY_TIME =
      Comparator.comparingLong(Owed::dueAt).thenComparing(Owed::key);
  private static final Comparator<List<Owed>> SHORTEST_FIRST = Comparator.comparingInt(List::size);
  private static final Comparator<List<Owed>> FIRST_DUE =
      Comparator.comparing(lane -> lane.get(0), BY_TIME);

  private final Map<String, Owed> all = new HashMap<>();
  private final Map<String, Owed> fresh = new LinkedHashMap<>();
  private long leftOut = Long.MAX_VALUE;

  void add(Owed owed) {
    all.put(owed.key(), owed);
    fresh.put(owed.key(), owed);
  }

  /** Takes one out; null if there is none. */
  Owed remove(String key) {
    fresh.remove(key);
    return all.remove(key);
  }

  /** Where the record of a key stands; null if it is not held. */
  Position position(String key) {
    Owed owed = all.get(key);
    return owed == null ? null : owed.position();
  }

  List<Owed> all() {
    return List.copyOf(all.values());
  }

  /** Those that were added since this was asked last. */
  List<Owed> fresh() {
    List<Owed> added = List.copyOf(fresh.values());
    fresh.clear();
    return added;
  }

  /** Callbacks that are due. */
  long due(long now) {
    return all.values().stream().filter(owed -> owed.dueAt() <= now).count();
  }

  /** When the first of those is due that were left out, milliseconds since 1970 UTC. */
  long leftOut() {
    return leftOut;
  }

  void forgetLeftOut() {
    leftOut = Long.MAX_VALUE;
  }

  /**
   * Leaves out what is too much as soon as that is a quarter, so that it costs little for each.
   *
   * @return what was left out
   */
  List<Owed> bound(int most) {
    if (all.size() <= most + most / 4) {
      return List.of();
    }
    List<Owed> out = new ArrayList<>();
    List<List<Owed>> lanes = lanes();
    boolean one = lanes.size() > most;
    lanes.sort(one ? FIRST_DUE : SHORTEST_FIRST);
    int room = most;
    int left = lanes.size();
    for (List<Owed> lane : lanes) {
      int kept = one ? Math.min(1, room) : Math.min(lane.size(), room / left);
      out.addAll(lane.subList(kept, lane.size()));
      room -= kept;
      left--;
    }
    for (Owed owed : out) {
      remove(owed.key());
      leftOut = Math.min(leftOut, owed.dueAt());
    }
    return out;
  }

  private List<List<Owed>> lanes() {
    return new ArrayList<>(
        all.values().stream()
            .sorted(BY_TIME)
            .collect(Collectors.groupingBy(owed -> List.of(owed.tenant(), owed.host())))
            .values());
  }
}
