package io.lipstream.batching;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * A {@link BatchQueue} between threads: producers wait for room, the one consumer waits for a ripe
 * batch. Linearizable. After it is closed nothing goes in, and what was in comes out of the close.
 */
final class BatchCounter<T extends BatchItem<?>> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition roomier = lock.newCondition();
  private final Condition riper = lock.newCondition();
  private final BatchQueue<T> queue;
  private final LongSupplier clock;
  private boolean closed;

  BatchCounter(BatchQueue<T> queue, LongSupplier clock) {
    this.queue = queue;
    this.clock = clock;
  }

  /** Waits for room; false if closed. */
  boolean put(T item) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed && !queue.offer(item)) {
        roomier.await();
      }
      riper.signal();
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a ripe batch. */
  Batch<T> take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      for (Optional<Batch<T>> batch = poll(); ; batch = poll()) {
        if (batch.isPresent()) {
          return batch.get();
        }
        OptionalLong ripeAt = queue.ripeAt(clock.getAsLong());
        if (ripeAt.isEmpty()) {
          riper.await();
        } else {
          long unused = riper.awaitNanos(Math.max(1, ripeAt.getAsLong() - clock.getAsLong()));
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** The batch that is ripe now, if any. */
  Optional<Batch<T>> poll() {
    lock.lock();
    try {
      int before = queue.size();
      Optional<Batch<T>> batch = queue.take(clock.getAsLong());
      if (queue.size() < before) {
        roomier.signalAll();
      }
      return batch;
    } finally {
      lock.unlock();
    }
  }

  void putBack(List<T> items) {
    change(() -> queue.putBack(items));
  }

  void retryAlone(List<T> items) {
    change(() -> queue.retryAlone(items));
  }

  void limits(BatchLimits limits) {
    change(() -> queue.limits(limits));
  }

  int size() {
    lock.lock();
    try {
      return queue.size();
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
      return queue.drain();
    } finally {
      lock.unlock();
    }
  }

  private void change(Runnable edit) {
    lock.lock();
    try {
      edit.run();
      riper.signal();
    } finally {
      lock.unlock();
    }
  }
}
