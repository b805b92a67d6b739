package io.lipstream.webhook;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Callback;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What is owed, as the log says and nothing else: the newest record of each event, none where it is
 * a tombstone. A partition's callbacks are offered when it has been read to its end, so that what
 * was settled is not called again. A callback that was taken is not offered again before the log
 * has a newer record of it. Pure; for one thread.
 */
final class Debts {
  private final Function<byte[], Callback> reader;
  private final CallQueue queue;
  private final Map<Integer, Partition> partitions = new HashMap<>();
  private final List<Unreadable> unreadable = new ArrayList<>();

  /**
   * Nothing is owed yet.
   *
   * @param reader reads a record's value, or throws UNREADABLE_RECORD
   */
  Debts(Function<byte[], Callback> reader, CallQueue queue) {
    this.reader = reader;
    this.queue = queue;
  }

  /** Takes a partition, to be read from its beginning. */
  void assign(int partition) {
    revoke(partition);
    partitions.put(partition, new Partition());
  }

  void revoke(int partition) {
    Partition gone = partitions.remove(partition);
    if (gone != null) {
      gone.owed.values().forEach(queue::remove);
    }
  }

  boolean holds(int partition) {
    return partitions.containsKey(partition);
  }

  /** Takes note of the next record of a partition that is held; no value is a tombstone. */
  void read(Position position, String key, byte[] value) {
    Partition partition = partitions.get(position.partition());
    if (partition == null) {
      return;
    }
    Owed before = partition.owed.remove(key);
    if (before != null) {
      queue.remove(before);
    }
    partition.unread.remove(key);
    if (value != null) {
      partition.unread.put(key, new Raw(position, value));
      if (partition.complete) {
        offer(partition);
      }
    }
  }

  /** Says that a partition has been read to its end. */
  void complete(int number) {
    Partition partition = partitions.get(number);
    partition.complete = true;
    offer(partition);
  }

  private void offer(Partition partition) {
    partition.unread.forEach(
        (key, raw) -> {
          try {
            Owed owed = new Owed(key, reader.apply(raw.value()), raw.position());
            partition.owed.put(key, owed);
            queue.add(owed);
          } catch (LipstreamException e) {
            if (e.code() != ErrorCode.UNREADABLE_RECORD) {
              throw e;
            }
            unreadable.add(new Unreadable(key, raw.value(), raw.position(), e));
          }
        });
    partition.unread.clear();
  }

  /** Records that cannot be read and that no newer one has replaced, each told of once. */
  List<Unreadable> unreadable() {
    List<Unreadable> found = List.copyOf(unreadable);
    unreadable.clear();
    return found;
  }

  /** A record that cannot be read. */
  record Unreadable(String key, byte[] value, Position position, LipstreamException reason) {}

  private record Raw(Position position, byte[] value) {}

  private static final class Partition {
    private final Map<String, Raw> unread = new HashMap<>();
    private final Map<String, Owed> owed = new HashMap<>();
    private boolean complete;
  }
}
