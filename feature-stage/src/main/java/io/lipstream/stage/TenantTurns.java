package io.lipstream.stage;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;

/**
 * Shares the threads of a stage among tenants: whenever a thread is free, the waiting tenant that
 * has the fewest at work is next, the longest waiting first among equals, and none ever has more
 * than three quarters of them. So a tenant whose work hangs on a slow server slows its own work,
 * not that of others. Thread-safe; work runs on the executor.
 */
final class TenantTurns {
  private final Executor executor;
  private final int threads;
  private final int share;
  private final Map<String, Queue<Runnable>> waiting = new LinkedHashMap<>();
  private final Map<String, Integer> atWork = new HashMap<>();
  private int busy;

  /**
   * @param threads how many pieces of work the executor runs at once, at least 1
   */
  TenantTurns(Executor executor, int threads) {
    this.executor = executor;
    this.threads = threads;
    this.share = threads - threads / 4;
  }

  synchronized void submit(String tenant, Runnable work) {
    waiting.computeIfAbsent(tenant, name -> new ArrayDeque<>()).add(work);
    begin();
  }

  private void begin() {
    for (Optional<String> next = next(); busy < threads && next.isPresent(); next = next()) {
      String tenant = next.get();
      Queue<Runnable> queue = waiting.remove(tenant);
      Runnable work = queue.remove();
      if (!queue.isEmpty()) {
        waiting.put(tenant, queue);
      }
      busy++;
      atWork.merge(tenant, 1, Integer::sum);
      executor.execute(() -> run(tenant, work));
    }
  }

  private Optional<String> next() {
    return waiting.keySet().stream()
        .filter(tenant -> atWork.getOrDefault(tenant, 0) < share)
        .min(Comparator.comparingInt(tenant -> atWork.getOrDefault(tenant, 0)));
  }

  private void run(String tenant, Runnable work) {
    try {
      work.run();
    } finally {
      ended(tenant);
    }
  }

  private synchronized void ended(String tenant) {
    busy--;
    atWork.computeIfPresent(tenant, (name, count) -> count == 1 ? null : count - 1);
    begin();
  }
}
