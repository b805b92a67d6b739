package io.lipstream.batching;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
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
    T first = nextQueue(ageingNanos).element();
    return first.enqueuedAtNanos() - (first.urgent() ? ageingNanos : 0);
  }

  /** Takes the first items out. */
  void remove(int count, long ageingNanos) {
    for (int i = 0; i < count; i++) {
      frames -= nextQueue(ageingNanos).remove().frames();
    }
  }

  /** The items that go next, in their order. */
  Iterator<T> inOrder(long ageingNanos) {
    Iterator<T> fast = urgent.iterator();
    Iterator<T> slow = patient.iterator();
    return new Iterator<>() {
      private T urgentNext = advance(fast);
      private T patientNext = advance(slow);

      @Override
      public boolean hasNext() {
        return urgentNext != null || patientNext != null;
      }

      @Override
      public T next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        T next;
        if (patientNext == null
            || (urgentNext != null && !goesBefore(patientNext, urgentNext, ageingNanos))) {
          next = urgentNext;
          urgentNext = advance(fast);
        } else {
          next = patientNext;
          patientNext = advance(slow);
        }
        return next;
      }

      private T advance(Iterator<T> items) {
        return items.hasNext() ? items.next() : null;
      }
    };
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
    return goesBefore(patient.element(), urgent.element(), ageingNanos) ? patient : urgent;
  }

  /** Whether a bulk item has aged so much that it goes before an interactive one. */
  private static boolean goesBefore(BatchItem<?> bulk, BatchItem<?> interactive, long ageing) {
    return bulk.enqueuedAtNanos() + ageing - interactive.enqueuedAtNanos() < 0;
  }
}
