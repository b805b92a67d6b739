package io.lipstream.batching;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/** Items that may share a batch: interactive and bulk ones, each in the order of their enqueue. */
final class BatchGroup<T extends BatchItem<?>> {
  private final BatchKey key;
  private final Deque<T> urgent = new ArrayDeque<>();
  private final Deque<T> patient = new ArrayDeque<>();
  private long frames;

  BatchGroup(BatchKey key) {
    this.key = key;
  }

  BatchKey key() {
    return key;
  }

  int size() {
    return urgent.size() + patient.size();
  }

  boolean isEmpty() {
    return urgent.isEmpty() && patient.isEmpty();
  }

  /** Frames of all its items. */
  long frames() {
    return frames;
  }

  void offer(T item) {
    queue(item).addLast(item);
    frames += item.frames();
  }

  void putBack(T item) {
    queue(item).addFirst(item);
    frames += item.frames();
  }

  /** When the item that has waited longest was enqueued; the group is not empty. */
  long oldest() {
    return rank(0);
  }

  /** Enqueue of the item that counts as oldest. */
  long rank(long ageingNanos) {
    T first = next(ageingNanos);
    return first.enqueuedAtNanos() - (first.urgent() ? ageingNanos : 0);
  }

  /** The item that goes next; the group is not empty. */
  T next(long ageingNanos) {
    return nextQueue(ageingNanos).element();
  }

  T take(long ageingNanos) {
    T item = nextQueue(ageingNanos).remove();
    frames -= item.frames();
    return item;
  }

  List<T> items() {
    List<T> items = new ArrayList<>(urgent);
    items.addAll(patient);
    return items;
  }

  void removeIf(Predicate<T> unwanted) {
    Predicate<T> removed =
        item -> {
          boolean remove = unwanted.test(item);
          frames -= remove ? item.frames() : 0;
          return remove;
        };
    urgent.removeIf(removed);
    patient.removeIf(removed);
  }

  private Deque<T> queue(T item) {
    return item.urgent() ? urgent : patient;
  }

  private Deque<T> nextQueue(long ageingNanos) {
    if (urgent.isEmpty() || patient.isEmpty()) {
      return urgent.isEmpty() ? patient : urgent;
    }
    long lead = patient.element().enqueuedAtNanos() + ageingNanos;
    return lead - urgent.element().enqueuedAtNanos() < 0 ? patient : urgent;
  }
}
