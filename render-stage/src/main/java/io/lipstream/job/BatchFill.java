package io.lipstream.job;

/**
 * How full the last batches were: the items of so many of them over the most that they could have
 * held, whatever plan each was then padded to. Thread-safe.
 */
final class BatchFill {
  private final int[] items;
  private final int[] most;
  private long itemsHeld;
  private long mostHeld;
  private int next;

  /**
   * @param batches how many of the last ones count, at least 1
   */
  BatchFill(int batches) {
    items = new int[batches];
    most = new int[batches];
  }

  synchronized void add(int batchItems, int batchMost) {
    itemsHeld += batchItems - items[next];
    mostHeld += batchMost - most[next];
    items[next] = batchItems;
    most[next] = batchMost;
    next = (next + 1) % items.length;
  }

  /** A share from 0 to 1; 0 before the first batch. */
  synchronized double share() {
    return mostHeld == 0 ? 0 : (double) itemsHeld / mostHeld;
  }
}
