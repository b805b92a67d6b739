package io.lipstream.batching;

import java.time.Duration;
import java.util.List;

/**
 * When a batch closes. May be replaced while the batcher runs.
 *
 * @param sizes sizes that the engine has plans for, ascending, the first 1
 * @param cost most frames times pixels times steps of a batch; an item alone may cost more
 * @param delay how long the oldest item of a batch that is not full waits, from its enqueue
 * @param ageing how much older an item of the bulk lane must be to go before an interactive one
 */
public record BatchLimits(List<Integer> sizes, long cost, Duration delay, Duration ageing) {
  public BatchLimits {
    sizes = List.copyOf(sizes);
    if (sizes.isEmpty() || sizes.get(0) != 1) {
      throw new IllegalArgumentException("plan sizes are %s, expected 1 first".formatted(sizes));
    }
    for (int i = 1; i < sizes.size(); i++) {
      if (sizes.get(i) <= sizes.get(i - 1)) {
        throw new IllegalArgumentException("plan sizes are %s, not ascending".formatted(sizes));
      }
    }
    if (cost < 1 || delay.isNegative() || ageing.isNegative()) {
      throw new IllegalArgumentException(
          "cost %d, delay %s, ageing %s: expected at least 1, 0 and 0"
              .formatted(cost, delay, ageing));
    }
  }

  /** Most items of a batch. */
  public int largest() {
    return sizes.get(sizes.size() - 1);
  }

  /** The smallest plan that holds so many items, which are at most {@link #atMost}. */
  public int planFor(int items) {
    return sizes.stream().filter(size -> size >= items).findFirst().orElseThrow();
  }

  /** The largest plan of at most that size. */
  public int atMost(int ceiling) {
    int most = Math.max(1, ceiling);
    return sizes.stream().filter(size -> size <= most).reduce((one, other) -> other).orElseThrow();
  }
}
