package io.lipstream.batching;

import java.util.List;

/**
 * Items for one run of the engine.
 *
 * @param items what they are, in the order that they are packed in; at least one
 * @param size the smallest size that the engine has a plan for and that holds them
 * @param most items of one frame that it could have held: by the engine's plans, the device's
 *     memory and the cost allowed
 * @param oldestNanos when the item that waited longest was enqueued
 * @param closedBy what closed it
 */
public record Batch<T extends BatchItem<?>>(
    BatchKey key, List<T> items, int size, int most, long oldestNanos, CloseReason closedBy) {
  public Batch {
    items = List.copyOf(items);
  }

  /** Places that no item fills. */
  public int padding() {
    return size - items.size();
  }

  /** Frames times pixels times steps, padding not counted. */
  public long cost() {
    return key.frameCost() * items.stream().mapToLong(BatchItem::frames).sum();
  }
}
