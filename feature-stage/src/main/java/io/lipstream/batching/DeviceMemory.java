package io.lipstream.batching;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How large a batch of a shape may be: the peak of the first run of each size is remembered, and a
 * size whose expected peak (in proportion to the largest size measured) is over the budget is not
 * tried; a size that the device had no memory for is never tried again. Thread-safe.
 */
public final class DeviceMemory {
  private final long budget;
  private final Map<BatchKey, Shape> shapes = new HashMap<>();

  private static final class Shape {
    private int ceiling = Integer.MAX_VALUE;
    private int measuredSize;
    private long measuredPeak;
  }

  /**
   * @param budget bytes that a run may take, above 0
   */
  public DeviceMemory(long budget) {
    this.budget = budget;
  }

  /** Most items that a batch of this key may have, at least 1. */
  public synchronized int ceiling(BatchKey key) {
    Shape shape = shapes.get(key.shape());
    if (shape == null) {
      return Integer.MAX_VALUE;
    }
    long fitting =
        shape.measuredPeak == 0
            ? Integer.MAX_VALUE
            : (long) ((double) budget / shape.measuredPeak * shape.measuredSize);
    return (int) Math.max(1, Math.min(shape.ceiling, fitting));
  }

  /** A run of that size went well; its peak is kept if it is the largest size so far. */
  public synchronized void measured(BatchKey key, int size, OptionalLong peakBytes) {
    Shape shape = shapes.computeIfAbsent(key.shape(), ignored -> new Shape());
    if (peakBytes.isPresent() && size > shape.measuredSize) {
      shape.measuredSize = size;
      shape.measuredPeak = peakBytes.getAsLong();
    }
  }

  /** The device had no memory for a run of that size. */
  public synchronized void exhausted(BatchKey key, int size) {
    Shape shape = shapes.computeIfAbsent(key.shape(), ignored -> new Shape());
    shape.ceiling = Math.max(1, Math.min(shape.ceiling, size / 2));
  }

  /** The largest peak of a run so far, bytes. */
  public synchronized long peak() {
    return shapes.values().stream().mapToLong(shape -> shape.measuredPeak).max().orElse(0);
  }
}
