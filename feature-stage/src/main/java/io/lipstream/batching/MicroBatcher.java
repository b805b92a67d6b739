package io.lipstream.batching;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.OutOfDeviceMemory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.function.LongSupplier;

/**
 * Keeps an engine busy with the fewest batches. Items come from any thread; one duty-cycle thread
 * forms batches and packs them, one engine thread runs them, so that the next batch is packed while
 * one runs: between the two at most one batch waits, and until the engine can take it a batch keeps
 * filling. A batch that the device has no memory for comes again in halves and nothing fails; a
 * batch that fails otherwise comes again once as single items, and only the bad ones fail.
 *
 * @param <T> items
 * @param <P> a packed batch
 * @param <R> what a run gives
 */
public final class MicroBatcher<T extends BatchItem<R>, P, R> implements AutoCloseable {
  private final BatchEngine<T, P, R> engine;
  private final DeviceMemory memory;
  private final BatchMeter meter;
  private final LongSupplier clock;
  private final BatchCounter<T> counter;
  private final SynchronousQueue<Packed<T, P>> handover = new SynchronousQueue<>();
  private final Thread duty;
  private final Thread runner;
  private volatile boolean closed;

  private record Packed<T extends BatchItem<?>, P>(Batch<T> batch, P content) {}

  /**
   * Starts both threads.
   *
   * @param name of the threads
   * @param capacity most items that wait here
   * @param clock nanoseconds, as {@link System#nanoTime}
   */
  public MicroBatcher(
      String name,
      int capacity,
      BatchLimits limits,
      DeviceMemory memory,
      BatchEngine<T, P, R> engine,
      BatchMeter meter,
      LongSupplier clock) {
    this.engine = engine;
    this.memory = memory;
    this.meter = meter;
    this.clock = clock;
    this.counter = new BatchCounter<>(new BatchQueue<>(capacity, limits, memory, meter), clock);
    this.duty = thread(name + "-batcher", this::form);
    this.runner = thread(name + "-engine", this::run);
    duty.start();
    runner.start();
  }

  /** Hands an item over, waiting while there is no room; drops it if the batcher is closed. */
  public void submit(T item) throws InterruptedException {
    if (!counter.put(item)) {
      drop(item);
    }
  }

  /** Replaces the limits from the next batch on. Thread-safe. */
  public void limits(BatchLimits limits) {
    counter.limits(limits);
  }

  /** Items that wait. */
  public int waiting() {
    return counter.size();
  }

  /** Lets the run that goes on finish, and drops everything that waits. */
  @Override
  public void close() {
    closed = true;
    counter.close().forEach(this::drop);
    duty.interrupt();
    join(duty);
    runner.interrupt();
    join(runner);
    counter.close().forEach(this::drop);
  }

  private void form() {
    try {
      while (!closed) {
        Batch<T> batch = counter.take();
        long startedAt = clock.getAsLong();
        meter.closed(batch, Duration.ofNanos(startedAt - batch.oldestNanos()));
        pack(batch, startedAt);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void pack(Batch<T> batch, long startedAt) {
    try {
      P content = engine.pack(batch);
      meter.packed(Duration.ofNanos(clock.getAsLong() - startedAt));
      handover.put(new Packed<>(batch, content));
    } catch (InterruptedException e) {
      batch.items().forEach(this::drop);
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failed(batch, e);
    }
  }

  private void run() {
    try {
      while (!closed) {
        run(handover.take());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(Packed<T, P> packed) {
    Batch<T> batch = packed.batch();
    long startedAt = clock.getAsLong();
    try {
      R result = engine.run(packed.content());
      meter.ran(Duration.ofNanos(clock.getAsLong() - startedAt));
      memory.measured(batch.key(), batch.size(), engine.peakBytes());
      for (int i = 0; i < batch.items().size(); i++) {
        batch.items().get(i).completed(result, i);
      }
    } catch (OutOfDeviceMemory e) {
      exhausted(batch, e);
    } catch (RuntimeException e) {
      failed(batch, e);
    }
  }

  private void exhausted(Batch<T> batch, OutOfDeviceMemory failure) {
    memory.exhausted(batch.key(), batch.size());
    if (batch.size() == 1) {
      String item = "%dx%d pixels".formatted(batch.key().width(), batch.key().height());
      fail(
          batch.items(),
          new LipstreamException(
              ErrorCode.ENGINE_FAILED,
              "the engine has no memory for one item of %s".formatted(item),
              failure));
    } else {
      meter.halved(batch.size());
      counter.putBack(batch.items());
    }
  }

  private void failed(Batch<T> batch, RuntimeException failure) {
    if (batch.closedBy() == CloseReason.RETRY || batch.items().size() == 1) {
      fail(batch.items(), failure);
    } else {
      meter.retriedAlone(batch.items().size());
      counter.retryAlone(batch.items());
    }
  }

  private static <T extends BatchItem<?>> void fail(List<T> items, RuntimeException failure) {
    items.forEach(item -> item.failed(LipstreamException.of(failure)));
  }

  private void drop(T item) {
    meter.dropped(DropReason.CLOSED);
    item.dropped(DropReason.CLOSED);
  }

  private static Thread thread(String name, Runnable loop) {
    Thread thread = new Thread(loop, name);
    thread.setDaemon(true);
    return thread;
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
