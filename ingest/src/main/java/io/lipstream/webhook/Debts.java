package io.lipstream.webhook;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Callback;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is owed, as the log says and nothing else: the newest record of each event, none where it is
 * a tombstone. A partition's callbacks are offered when it has been read to its end, so that what
 * was settled is not called again. A callback that was taken is not offered again before the log
 * has a newer record of it. Of a partition only so many are held that wait, see {@link Waiting};
 * the others stand in the log, which is read again when some of them are due and there is room.
 * What was found to be replaced takes no place a second time, however long the log is not
 * compacted. Pure; for one thread.
 */
final class Debts {
  private final Function<byte[], Callback> reader;
  private final CallQueue queue;
  private final int most;
  private final Map<Integer, Partition> partitions = new HashMap<>();
  private final List<Unreadable> unreadable = new ArrayList<>();

  /**
   * Nothing is owed yet.
   *
   * @param reader reads a record's value, or throws UNREADABLE_RECORD
   * @param most callbacks of a partition that are held, give or take a quarter
   */
  Debts(Function<byte[], Callback> reader, CallQueue queue, int most) {
    this.reader = reader;
    this.queue = queue;
    this.most = most;
  }

  /** Takes a partition, to be read from its beginning. */
  void assign(int partition) {
    revoke(partition);
    partitions.put(partition, new Partition());
  }

  void revoke(int partition) {
    Partition gone = partitions.remove(partition);
    if (gone != null) {
      gone.waiting.all().forEach(queue::remove);
    }
  }

  boolean holds(int partition) {
    return partitions.containsKey(partition);
  }

  /** Takes note of the next record of a partition that is held; no value is a tombstone. */
  void read(Position position, String key, byte[] value) {
    Partition partition = partitions.get(position.partition());
    if (partition == null || partition.has(key, position)) {
      return;
    }
    partition.replace(key).ifPresent(queue::remove);
    if (value != null) {
      try {
        partition.waiting.add(new Owed(key, reader.apply(value), position));
      } catch (LipstreamException e) {
        if (e.code() != ErrorCode.UNREADABLE_RECORD) {
          throw e;
        }
        partition.bad.put(key, new Unreadable(key, value, position, e));
      }
      offer(partition);
    }
  }

  /** Says that a partition has been read to its end. */
  void complete(int number) {
    Partition partition = partitions.get(number);
    partition.complete = true;
    offer(partition);
  }

  private void offer(Partition partition) {
    partition.waiting.bound(most).forEach(queue::remove);
    if (partition.complete) {
      partition.waiting.fresh().forEach(queue::add);
      partition.bad.forEach(
          (key, record) -> {
            partition.taken.put(key, record.position());
            unreadable.add(record);
          });
      partition.bad.clear();
    }
  }

  /**
   * Takes what is to be called now; the queue must be told when each has ended.
   *
   * @param now milliseconds since 1970 UTC
   */
  List<Owed> take(long now) {
    List<Owed> taken = queue.take(now);
    for (Owed owed : taken) {
      Partition partition = partitions.get(owed.position().partition());
      partition.waiting.remove(owed.key());
      partition.taken.put(owed.key(), owed.position());
    }
    return taken;
  }

  /**
   * Whether callbacks of a partition were left out that are due, and there is room for them, so
   * that it should be read from its beginning again.
   *
   * @param now milliseconds since 1970 UTC
   */
  boolean wantsReading(int number, long now) {
    Partition partition = partitions.get(number);
    if (partition == null || !partition.complete || partition.waiting.leftOut() > now) {
      return false;
    }
    return partition.waiting.due(now) <= most / 2;
  }

  /** Says that a partition is read from its beginning again. */
  void again(int number) {
    Partition partition = partitions.get(number);
    partition.complete = false;
    partition.waiting.forgetLeftOut();
  }

  /** Callbacks that are held and wait. */
  int held() {
    return partitions.values().stream().mapToInt(one -> one.waiting.all().size()).sum();
  }

  /** Records that cannot be read and that no newer one has replaced, each told of once. */
  List<Unreadable> unreadable() {
    List<Unreadable> found = List.copyOf(unreadable);
    unreadable.clear();
    return found;
  }

  /** A record that cannot be read. */
  record Unreadable(String key, byte[] value, Position position, LipstreamException reason) {}

  private static final class Partition {
    private final Waiting waiting = new Waiting();

    /** Records that are worked on until the log has a newer one of their key. */
    private final Map<String, Position> taken = new HashMap<>();

    private final Map<String, Unreadable> bad = new HashMap<>();
    private boolean complete;

    /** Records, counted from the first, that newer ones have replaced: one bit each. */
    private final BitSet replaced = new BitSet();

    private long first = -1;

    /** Whether the record, or a newer one of its key, is known; so it is when it is read again. */
    boolean has(String key, Position position) {
      first = first < 0 ? position.offset() : first;
      Position known = position(key);
      return (known != null && known.offset() >= position.offset())
          || (position.offset() >= first && replaced.get(place(position)));
    }

    private Position position(String key) {
      Position waits = waiting.position(key);
      return waits == null ? taken.get(key) : waits;
    }

    private int place(Position position) {
      return Math.toIntExact(position.offset() - first);
    }

    /** Forgets the record of a key, to which there is a newer one. */
    Optional<Owed> replace(String key) {
      Position known = position(key);
      if (known != null) {
        replaced.set(place(known));
      }
      taken.remove(key);
      bad.remove(key);
      return Optional.ofNullable(waiting.remove(key));
    }
  }
}
