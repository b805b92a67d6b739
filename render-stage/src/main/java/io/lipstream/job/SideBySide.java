package io.lipstream.job;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;

/**
 * Does two things that need nothing of each other at the same time, one on a thread of its own and
 * one on the caller's. Both are over when it returns or throws; if both fail, the first one's
 * failure is told, so that a job with two faults always ends with the same. Thread-safe; as many
 * threads as there are callers.
 */
final class SideBySide implements AutoCloseable {
  private final ExecutorService threads;

  /**
   * @param name of the threads
   */
  SideBySide(String name) {
    threads =
        Executors.newCachedThreadPool(
            runnable -> {
              Thread thread = new Thread(runnable, name);
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Does both and joins what comes of them. */
  <A, B, R> R both(Callable<A> first, Callable<B> second, BiFunction<A, B, R> join)
      throws Exception {
    Future<B> beside = threads.submit(second);
    A one;
    try {
      one = first.call();
    } catch (Exception e) {
      await(beside);
      throw e;
    }
    return join.apply(one, result(beside));
  }

  private static <B> B result(Future<B> beside) throws Exception {
    try {
      return beside.get();
    } catch (InterruptedException e) {
      beside.cancel(true);
      throw e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** Waits, whatever comes of it. */
  private static void await(Future<?> beside) throws InterruptedException {
    try {
      result(beside);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception expected) {
      // The first one's failure is what counts.
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
