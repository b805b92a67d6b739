package io.lipstream.fetch;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Ends what outlives its deadline: a server that sends a byte now and then keeps every timeout of a
 * socket from firing. Thread-safe; has a thread for the time and threads for what must not hold up
 * the caller.
 */
final class Watchdog implements AutoCloseable {
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, task -> daemon(task, "fetch-watchdog"));
  private final ExecutorService helpers =
      Executors.newCachedThreadPool(task -> daemon(task, "fetch-helper"));

  Watchdog() {
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Runs the action when the deadline passes, unless the result is closed before. */
  Guard guard(Deadline deadline, Runnable action) {
    Future<?> alarm = timer.schedule(action, deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
    return () -> alarm.cancel(false);
  }

  /**
   * Waits for a call until the deadline.
   *
   * @param late takes a result that comes after it
   * @throws TimeoutException if the deadline passed, or this thread was interrupted
   * @throws ExecutionException if the call failed
   */
  <T> T await(Callable<T> call, Deadline deadline, Consumer<T> late)
      throws TimeoutException, ExecutionException {
    CompletableFuture<T> result = new CompletableFuture<>();
    Future<?> running = helpers.submit(() -> complete(result, call, late));
    try {
      return result.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TimeoutException("interrupted");
    } finally {
      if (result.cancel(false)) {
        running.cancel(true);
      }
    }
  }

  private static <T> void complete(
      CompletableFuture<T> result, Callable<T> call, Consumer<T> late) {
    try {
      T value = call.call();
      if (!result.complete(value)) {
        late.accept(value);
      }
    } catch (Exception e) {
      result.completeExceptionally(e);
    }
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
