package io.lipstream.fetch;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends what outlives its deadline: a server that sends a byte now and then keeps every timeout of a
 * socket from firing. Thread-safe; has a thread for the time and threads for what must not hold up
 * the caller.
 */
final class Watchdog implements AutoCloseable {
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, task -> daemon(task, "fetch-watchdog"));
  private final ExecutorService helpers =
      Executors.newCachedThreadPool(task -> daemon(task, "fetch-names"));

  Watchdog() {
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Runs the action when the deadline passes, unless the result is closed before. */
  Guard guard(Deadline deadline, Runnable action) {
    Future<?> alarm = timer.schedule(action, deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
    return () -> alarm.cancel(false);
  }

  ExecutorService helpers() {
    return helpers;
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    helpers.shutdownNow();
  }

  /** Stands for an action that waits for a deadline. */
  @FunctionalInterface
  interface Guard extends AutoCloseable {
    @Override
    void close();
  }
}
