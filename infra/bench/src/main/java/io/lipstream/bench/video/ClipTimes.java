package io.lipstream.bench.video;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/** Processor time of a clip by stage, all threads added up. Thread-safe. */
public final class ClipTimes {
  private final Map<String, Long> nanoseconds = new LinkedHashMap<>();
  private final long begun = System.nanoTime();
  private double seconds;

  <T> T measured(String stage, Callable<T> work) {
    long start = System.nanoTime();
    try {
      return work.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(stage, e);
    } finally {
      add(stage, System.nanoTime() - start);
    }
  }

  synchronized void add(String stage, long time) {
    nanoseconds.merge(stage, time, Long::sum);
  }

  /** Share of each stage in the work. */
  synchronized Map<String, Double> shares() {
    double all = nanoseconds.values().stream().mapToLong(Long::longValue).sum();
    Map<String, Double> shares = new LinkedHashMap<>();
    nanoseconds.forEach((stage, time) -> shares.put(stage, time / all));
    return shares;
  }

  public synchronized double milliseconds(String stage) {
    return nanoseconds.getOrDefault(stage, 0L) / 1e6;
  }

  /** The clip is made. */
  synchronized void end() {
    seconds = (System.nanoTime() - begun) / 1e9;
  }

  /** Wall-clock seconds from begin to end. */
  public synchronized double seconds() {
    return seconds;
  }
}
