package io.lipstream.batching;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The two buffers before an engine: the batch that runs, and the one that would run next, packed
 * beside it. The packed one is a guess that takes nothing out of the queue: items that come while
 * the engine is busy still join it, what is unwanted by now still leaves it, and an older batch
 * still goes before it; then it is packed anew. So an item waits for the delay, for the run that
 * goes on when the delay is over and for batches with older items, never for a younger one. A guess
 * that does not come to run is let go. Not thread-safe; knows no clock.
 *
 * @param <T> the items
 * @param <P> a packed batch
 */
public final class BatchBuffers<T extends BatchItem<?>, P> {
  private final BatchQueue<T> queue;
  private final Consumer<P> letGo;
  private Optional<Next<T, P>> guess = Optional.empty();
  private boolean running;
  private boolean packing;

  /**
   * A batch that the engine begins with.
   *
   * @param content of the batch; none if it has not been packed
   */
  public record Next<T extends BatchItem<?>, P>(Batch<T> batch, Optional<P> content) {}

  public BatchBuffers(BatchQueue<T> queue) {
    this(queue, unused -> {});
  }

  /**
   * @param letGo is given what was packed and does not come to run
   */
  BatchBuffers(BatchQueue<T> queue, Consumer<P> letGo) {
    this.queue = queue;
    this.letGo = letGo;
  }

  /** Whether the engine has a batch. */
  public boolean isRunning() {
    return running;
  }

  /** The engine is done with its batch. */
  public void ran() {
    running = false;
  }

  /**
   * The batch that is to be packed now, if any: the one that would run next, while the engine runs
   * another. Answered with {@link #packed} or {@link #notPacked}.
   */
  public Optional<Batch<T>> toPack(long nowNanos) {
    if (!running || packing) {
      return Optional.empty();
    }
    Optional<Batch<T>> next = queue.peek(nowNanos).filter(batch -> guessed(batch).isEmpty());
    packing = next.isPresent();
    return next;
  }

  /** What {@link #toPack} gave has been packed. */
  public void packed(Batch<T> batch, P content) {
    packing = false;
    letGuessGo();
    guess = Optional.of(new Next<>(batch, Optional.of(content)));
  }

  /** What {@link #toPack} gave could not be packed; who runs it packs it and sees why. */
  public void notPacked(Batch<T> batch) {
    packing = false;
    letGuessGo();
    guess = Optional.of(new Next<>(batch, Optional.empty()));
  }

  /** The batch that the engine begins with, if it is free and one is ripe. */
  public Optional<Next<T, P>> start(long nowNanos) {
    if (running || packing) {
      return Optional.empty();
    }
    Optional<Batch<T>> batch = queue.take(nowNanos);
    Optional<Next<T, P>> next =
        batch.map(taken -> new Next<>(taken, guessed(taken).flatMap(Next::content)));
    if (next.isPresent()) {
      if (next.get().content().isEmpty()) {
        letGuessGo();
      }
      guess = Optional.empty();
      running = true;
    }
    return next;
  }

  /** When a batch will be ripe if nothing else comes; none if nothing waits. */
  public OptionalLong ripeAt(long nowNanos) {
    return queue.ripeAt(nowNanos);
  }

  /** Takes an item in; false if there is no room. */
  public boolean offer(T item) {
    return queue.offer(item);
  }

  /** Takes items in again that the engine had no memory for, before all others, over capacity. */
  public void putBack(List<T> items) {
    queue.putBack(items);
  }

  /** Takes the items of a failed batch in again; each becomes a batch of its own, before others. */
  public void retryAlone(List<T> items) {
    queue.retryAlone(items);
  }

  /** Replaces the limits from the next batch on. */
  public void limits(BatchLimits limits) {
    queue.limits(limits);
  }

  /** Items that wait. */
  public int size() {
    return queue.size();
  }

  /** Takes everything out that waits. */
  public List<T> drain() {
    letGuessGo();
    return queue.drain();
  }

  private void letGuessGo() {
    guess.flatMap(Next::content).ifPresent(letGo);
    guess = Optional.empty();
  }

  private Optional<Next<T, P>> guessed(Batch<T> batch) {
    return guess.filter(
        packed ->
            packed.batch().size() == batch.size() && packed.batch().items().equals(batch.items()));
  }
}
