package io.lipstream.batching;

import io.lipstream.batching.BatchBuffers.Next;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * {@link BatchBuffers} between threads: producers wait for room, one thread waits for what it is to
 * pack, one for what it is to run. Linearizable. After it is closed nothing goes in, and what was
 * in comes out of the close.
 */
final class BatchCounter<T extends BatchItem<?>, P> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition roomier = lock.newCondition();
  private final Condition packable = lock.newCondition();
  private final Condition startable = lock.newCondition();
  private final BatchBuffers<T, P> buffers;
  private final LongSupplier clock;
  private boolean closed;

  BatchCounter(BatchQueue<T> queue, LongSupplier clock) {
    this(queue, clock, unused -> {});
  }

  /**
   * @param letGo is given what was packed and does not come to run
   */
  BatchCounter(BatchQueue<T> queue, LongSupplier clock, Consumer<P> letGo) {
    this.buffers = new BatchBuffers<>(queue, letGo);
    this.clock = clock;
  }

  /** Waits for room; false if closed. */
  boolean put(T item) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed && !buffers.offer(item)) {
        roomier.await();
      }
      wake();
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a batch that is to be packed while the engine is busy; none if closed. */
  Optional<Batch<T>> awaitPacking() throws InterruptedException {
    return await(() -> buffers.toPack(clock.getAsLong()), packable, buffers::isRunning);
  }

  void packed(Batch<T> batch, P content) {
    change(() -> buffers.packed(batch, content));
  }

  void notPacked(Batch<T> batch) {
    change(() -> buffers.notPacked(batch));
  }

  /** Waits, with an engine that is free, for a batch that it is to run; none if closed. */
  Optional<Next<T, P>> awaitStart() throws InterruptedException {
    change(buffers::ran);
    return await(() -> start(clock.getAsLong()), startable, () -> !buffers.isRunning());
  }

  /** The batch that is ripe now, if any, as if the engine were free. */
  Optional<Batch<T>> poll() {
    lock.lock();
    try {
      buffers.ran();
      return start(clock.getAsLong()).map(Next::batch);
    } finally {
      lock.unlock();
    }
  }

  void putBack(List<T> items) {
    change(() -> buffers.putBack(items));
  }

  void retryAlone(List<T> items) {
    change(() -> buffers.retryAlone(items));
  }

  void limits(BatchLimits limits) {
    change(() -> buffers.limits(limits));
  }

  int size() {
    lock.lock();
    try {
      return buffers.size();
    } finally {
      lock.unlock();
    }
  }

  /** Closes and gives what is in. */
  List<T> close() {
    lock.lock();
    try {
      closed = true;
      roomier.signalAll();
      packable.signalAll();
      startable.signalAll();
      return buffers.drain();
    } finally {
      lock.unlock();
    }
  }

  private Optional<Next<T, P>> start(long nowNanos) {
    int before = buffers.size();
    Optional<Next<T, P>> next = buffers.start(nowNanos);
    if (buffers.size() < before) {
      roomier.signalAll();
    }
    return next;
  }

  /** Waits for something, at most until a batch is ripe where the time alone can bring it. */
  private <V> Optional<V> await(
      Supplier<Optional<V>> wanted, Condition changed, Supplier<Boolean> ripens)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed) {
        int before = buffers.size();
        Optional<V> found = wanted.get();
        if (buffers.size() < before) {
          roomier.signalAll();
        }
        if (found.isPresent()) {
          wake();
          return found;
        }
        long now = clock.getAsLong();
        OptionalLong ripeAt = ripens.get() ? buffers.ripeAt(now) : OptionalLong.empty();
        if (ripeAt.isPresent() && ripeAt.getAsLong() - now > 0) {
          long unused = changed.awaitNanos(ripeAt.getAsLong() - now);
        } else {
          changed.await();
        }
      }
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private void change(Runnable edit) {
    lock.lock();
    try {
      edit.run();
      wake();
    } finally {
      lock.unlock();
    }
  }

  private void wake() {
    (buffers.isRunning() ? packable : startable).signal();
  }
}
