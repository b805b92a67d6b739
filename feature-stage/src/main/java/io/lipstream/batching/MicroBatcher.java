package io.lipstream.batching;

import io.lipstream.batching.BatchBuffers.Next;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.OutOfDeviceMemory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an engine busy with the fewest batches. Items come from any thread. One engine thread takes
 * a batch whenever the engine is free, which so fills until then, and runs it; one duty-cycle
 * thread has the next one packed by then, and packs it anew when it grows. A batch that the device
 * has no memory for comes again in halves and nothing fails; a batch that fails otherwise, with
 * whatever error, comes again once as single items, and only the bad ones fail.
 *
 * @param <T> items
 * @param <P> a packed batch
 * @param <R> what a run gives
 */
public final class MicroBatcher<T extends BatchItem<R>, P, R> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MicroBatcher.class);

  private final BatchEngine<T, P, R> engine;
  private final DeviceMemory memory;
  private final BatchMeter meter;
  private final LongSupplier clock;
  private final BatchCounter<T, P> counter;
  private final Object packing = new Object();
  private final Thread duty;
  private final Thread runner;

  /** What a thread does over and over; false when it is to end. */
  private interface Round {
    boolean run() throws InterruptedException;
  }

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
    this.counter =
        new BatchCounter<>(
            new BatchQueue<>(capacity, limits, memory, meter), clock, engine::release);
    this.duty = thread(name + "-batcher", this::packNext);
    this.runner = thread(name + "-engine", this::runNext);
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
    counter.close().forEach(this::drop);
    join(duty);
    join(runner);
    counter.close().forEach(this::drop);
  }

  private boolean packNext() throws InterruptedException {
    Optional<Batch<T>> next = counter.awaitPacking();
    next.ifPresent(this::packAhead);
    return next.isPresent();
  }

  /** What cannot be packed is packed again, and its failure told, by the engine's thread. */
  private void packAhead(Batch<T> batch) {
    P content = null;
    try {
      content = pack(batch);
    } finally {
      if (content == null) {
        counter.notPacked(batch);
      } else {
        counter.packed(batch, content);
      }
    }
  }

  private P pack(Batch<T> batch) {
    synchronized (packing) {
      long startedAt = clock.getAsLong();
      P content = engine.pack(batch);
      meter.packed(Duration.ofNanos(clock.getAsLong() - startedAt));
      return content;
    }
  }

  private boolean runNext() throws InterruptedException {
    Optional<Next<T, P>> next = counter.awaitStart();
    next.ifPresent(this::run);
    return next.isPresent();
  }

  private void run(Next<T, P> next) {
    Batch<T> batch = next.batch();
    P content = next.content().orElse(null);
    R result;
    try {
      meter.closed(batch, Duration.ofNanos(clock.getAsLong() - batch.oldestNanos()));
      if (content == null) {
        content = pack(batch);
      }
      if (isDropped(batch)) {
        return;
      }
      long startedAt = clock.getAsLong();
      memory.starting(batch.key(), engine::usedBytes);
      result = engine.run(content);
      meter.ran(Duration.ofNanos(clock.getAsLong() - startedAt));
      memory.measured(batch.key(), batch.size(), engine.portraits(content), engine.usedBytes());
    } catch (OutOfDeviceMemory e) {
      exhausted(batch, e);
      return;
    } catch (Throwable e) {
      failed(batch, e);
      return;
    } finally {
      if (content != null) {
        engine.release(content);
      }
    }
    for (int i = 0; i < batch.items().size(); i++) {
      complete(batch.items().get(i), result, i);
    }
  }

  /** Whether nobody wants any of it any more, now that it has been packed. */
  private boolean isDropped(Batch<T> batch) {
    long now = clock.getAsLong();
    List<Optional<DropReason>> reasons =
        batch.items().stream().map(item -> item.unwanted(now)).toList();
    if (!reasons.stream().allMatch(Optional::isPresent)) {
      return false;
    }
    for (int i = 0; i < reasons.size(); i++) {
      meter.dropped(reasons.get(i).orElseThrow());
      batch.items().get(i).dropped(reasons.get(i).orElseThrow());
    }
    return true;
  }

  private static <T extends BatchItem<R>, R> void complete(T item, R result, int index) {
    try {
      item.completed(result, index);
    } catch (Throwable e) {
      fail(List.of(item), e);
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

  private void failed(Batch<T> batch, Throwable failure) {
    if (batch.closedBy() == CloseReason.RETRY) {
      fail(batch.items(), failure);
    } else {
      meter.retriedAlone(batch.items().size());
      counter.retryAlone(batch.items());
    }
  }

  private static <T extends BatchItem<?>> void fail(List<T> items, Throwable failure) {
    items.forEach(item -> item.failed(LipstreamException.of(failure)));
  }

  private void drop(T item) {
    meter.dropped(DropReason.CLOSED);
    item.dropped(DropReason.CLOSED);
  }

  private static Thread thread(String name, Round round) {
    Thread thread = new Thread(() -> repeat(round), name);
    thread.setDaemon(true);
    return thread;
  }

  /** A round that fails has told so to its items, and does not end the thread. */
  private static void repeat(Round round) {
    boolean again = true;
    while (again) {
      try {
        again = round.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        again = false;
      } catch (Throwable e) {
        LOG.error("a round of the batcher failed: {}", e.toString());
      }
    }
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
