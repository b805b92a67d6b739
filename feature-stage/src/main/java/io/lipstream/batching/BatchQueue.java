package io.lipstream.batching;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Forms batches of what it holds. A batch is taken when the engine can take one, and so fills until
 * then; it is ripe when it is full, when it costs enough or when its oldest item has waited for the
 * delay, counted from that item's enqueue: no item waits for another that never comes. Among ripe
 * batches the one whose oldest item counts as oldest goes first, an interactive item counting as
 * older by the ageing. What is unwanted is dropped on the way. Not thread-safe; knows no clock.
 *
 * @param <T> the items
 */
public final class BatchQueue<T extends BatchItem<?>> {
  private final int capacity;
  private final DeviceMemory memory;
  private final BatchMeter meter;
  private final Map<BatchKey, BatchGroup<T>> groups = new LinkedHashMap<>();
  private final Deque<T> retries = new ArrayDeque<>();
  private BatchLimits limits;
  private int size;

  /**
   * @param capacity most items that are offered and not taken yet
   * @param memory bounds the batches
   * @param meter is told of what is dropped
   */
  public BatchQueue(int capacity, BatchLimits limits, DeviceMemory memory, BatchMeter meter) {
    this.capacity = capacity;
    this.limits = limits;
    this.memory = memory;
    this.meter = meter;
  }

  /** Replaces the limits from the next batch on. */
  public void limits(BatchLimits limits) {
    this.limits = limits;
  }

  public int size() {
    return size;
  }

  /** Takes an item in; false if there is no room. */
  public boolean offer(T item) {
    if (size >= capacity) {
      return false;
    }
    group(item).offer(item);
    size++;
    return true;
  }

  /** Takes items in again that the engine had no memory for, before all others, over capacity. */
  public void putBack(List<T> items) {
    for (int i = items.size() - 1; i >= 0; i--) {
      group(items.get(i)).putBack(items.get(i));
      size++;
    }
  }

  /** Takes the items of a failed batch in again; each becomes a batch of its own, before others. */
  public void retryAlone(List<T> items) {
    retries.addAll(items);
    size += items.size();
  }

  /** The batch that goes next, if one is ripe. */
  public Optional<Batch<T>> take(long nowNanos) {
    Optional<Batch<T>> batch = peek(nowNanos);
    batch.ifPresent(this::remove);
    return batch;
  }

  /** The same batch without taking it out; what is unwanted is dropped. */
  public Optional<Batch<T>> peek(long nowNanos) {
    dropUnwanted(nowNanos);
    if (!retries.isEmpty()) {
      T item = retries.element();
      return Optional.of(
          new Batch<>(item.key(), List.of(item), 1, 1, item.enqueuedAtNanos(), CloseReason.RETRY));
    }
    BatchGroup<T> next = null;
    for (BatchGroup<T> group : groups.values()) {
      if (reason(group, nowNanos).isPresent()
          && (next == null || group.rank(ageing()) - next.rank(ageing()) < 0)) {
        next = group;
      }
    }
    return next == null ? Optional.empty() : Optional.of(first(next, nowNanos));
  }

  /** When the next batch will be ripe if nothing else comes; none if the queue is empty. */
  public OptionalLong ripeAt(long nowNanos) {
    if (!retries.isEmpty()) {
      return OptionalLong.of(nowNanos);
    }
    long soonest = Long.MAX_VALUE;
    for (BatchGroup<T> group : groups.values()) {
      long wait =
          reason(group, nowNanos).isPresent()
              ? 0
              : limits.delay().toNanos() - (nowNanos - group.oldest());
      soonest = Math.min(soonest, wait);
    }
    return groups.isEmpty() ? OptionalLong.empty() : OptionalLong.of(nowNanos + soonest);
  }

  /** Takes everything out. */
  public List<T> drain() {
    List<T> items = new ArrayList<>(retries);
    groups.values().forEach(group -> items.addAll(group.items()));
    retries.clear();
    groups.clear();
    size = 0;
    return items;
  }

  private BatchGroup<T> group(T item) {
    return groups.computeIfAbsent(item.key(), BatchGroup::new);
  }

  private long ageing() {
    return limits.ageing().toNanos();
  }

  private int largest(BatchKey key) {
    return limits.atMost(memory.ceiling(key));
  }

  /** Most items of one frame that a batch may have, by size and by cost. */
  private int room(BatchKey key) {
    return (int) Math.max(1, Math.min(largest(key), limits.cost() / key.frameCost()));
  }

  private Optional<CloseReason> reason(BatchGroup<T> group, long nowNanos) {
    if (group.size() >= largest(group.key())) {
      return Optional.of(CloseReason.SIZE);
    }
    if (group.frames() * group.key().frameCost() >= limits.cost()) {
      return Optional.of(CloseReason.COST);
    }
    return nowNanos - group.oldest() >= limits.delay().toNanos()
        ? Optional.of(CloseReason.DELAY)
        : Optional.empty();
  }

  private Batch<T> first(BatchGroup<T> group, long nowNanos) {
    CloseReason reason = reason(group, nowNanos).orElseThrow();
    List<T> items = new ArrayList<>();
    int most = largest(group.key());
    long left = limits.cost();
    Iterator<T> inOrder = group.inOrder(ageing());
    while (inOrder.hasNext() && items.size() < most) {
      T item = inOrder.next();
      long cost = item.frames() * group.key().frameCost();
      if (cost > left && !items.isEmpty()) {
        break;
      }
      left -= cost;
      items.add(item);
    }
    return new Batch<>(
        group.key(),
        items,
        limits.planFor(items.size()),
        room(group.key()),
        group.oldest(),
        reason);
  }

  private void remove(Batch<T> batch) {
    size -= batch.items().size();
    if (batch.closedBy() == CloseReason.RETRY) {
      retries.remove();
      return;
    }
    BatchGroup<T> group = groups.get(batch.key());
    group.remove(batch.items().size(), ageing());
    if (group.isEmpty()) {
      groups.remove(group.key());
    }
  }

  private void dropUnwanted(long nowNanos) {
    retries.removeIf(item -> isDropped(item, nowNanos));
    groups
        .values()
        .removeIf(
            group -> {
              group.removeIf(item -> isDropped(item, nowNanos));
              return group.isEmpty();
            });
  }

  private boolean isDropped(T item, long nowNanos) {
    Optional<DropReason> reason;
    try {
      reason = item.unwanted(nowNanos);
    } catch (RuntimeException e) {
      size--;
      item.failed(e);
      return true;
    }
    if (reason.isPresent()) {
      size--;
      meter.dropped(reason.get());
      item.dropped(reason.get());
    }
    return reason.isPresent();
  }
}
