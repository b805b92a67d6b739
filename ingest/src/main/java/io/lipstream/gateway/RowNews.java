package io.lipstream.gateway;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells those who wait for a row that this instance has written it, so that they need not look for
 * it again and again. Thread-safe; costs a look into a map where nobody waits.
 */
public final class RowNews {
  private final Map<String, Set<Runnable>> waiting = new ConcurrentHashMap<>();

  /** Says that the row of a job was written; the listeners do no work of their own. */
  public void changed(String jobId) {
    Set<Runnable> listeners = waiting.get(jobId);
    if (listeners != null) {
      listeners.forEach(Runnable::run);
    }
  }

  void add(String jobId, Runnable listener) {
    waiting.compute(
        jobId,
        (id, before) -> {
          Set<Runnable> listeners = before == null ? ConcurrentHashMap.newKeySet() : before;
          listeners.add(listener);
          return listeners;
        });
  }

  void remove(String jobId, Runnable listener) {
    waiting.computeIfPresent(
        jobId,
        (id, listeners) -> {
          listeners.remove(listener);
          return listeners.isEmpty() ? null : listeners;
        });
  }

  /** How many jobs are waited for. */
  int size() {
    return waiting.size();
  }
}
