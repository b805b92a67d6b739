package io.lipstream.bench.scheduling;

import java.util.PriorityQueue;

/**
 * A clock that jumps from one event to the next: events of the same moment come in the order in
 * which they were asked for, so that a run repeats. One thread.
 */
final class VirtualTime {
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long now;
  private long sequence;

  private record Event(long at, long number, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  /** Nanoseconds since the beginning. */
  long now() {
    return now;
  }

  void after(long nanos, Runnable action) {
    events.add(new Event(now + Math.max(0, nanos), sequence++, action));
  }

  /** Runs what is due until then, and leaves the clock there. */
  void runUntil(long end) {
    while (!events.isEmpty() && events.peek().at <= end) {
      step();
    }
    now = end;
  }

  /** Runs until nothing is left to happen. */
  void runOut() {
    while (!events.isEmpty()) {
      step();
    }
  }

  private void step() {
    Event event = events.remove();
    now = event.at;
    event.action.run();
  }
}
