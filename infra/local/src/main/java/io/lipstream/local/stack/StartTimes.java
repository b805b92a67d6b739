package io.lipstream.local.stack;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** How long each part of a start took, by a monotonic clock. Thread-safe. */
final class StartTimes {
  private final Map<String, Duration> times = new LinkedHashMap<>();

  <T> T measured(String part, Supplier<T> start) {
    long before = System.nanoTime();
    T started = start.get();
    synchronized (times) {
      times.put(part, Duration.ofNanos(System.nanoTime() - before));
    }
    return started;
  }

  Map<String, Duration> all() {
    synchronized (times) {
      return new LinkedHashMap<>(times);
    }
  }
}
