package io.lipstream.batching;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * How large a batch of a shape may be. What was in use on the device before a shape's first run
 * (weights, other shapes, other processes) does not count; what a run has added since, in
 * proportion to the largest size measured, is expected of a larger size, and a size that would take
 * more than the budget is not tried. A size that the device had no memory for is never tried again.
 * Thread-safe.
 */
public final class DeviceMemory {
  private final long budget;
  private final Map<BatchKey, Shape> shapes = new HashMap<>();
  private long peak;

  private static final class Shape {
    private int ceiling = Integer.MAX_VALUE;
    private boolean started;
    private long usedBefore;
    private int measuredSize;
    private int measuredPortraits;
    private long taken;
  }

  /**
   * @param budget bytes that the runs of a shape may take, above 0
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
        shape.taken == 0
            ? Integer.MAX_VALUE
            : (long) ((double) budget / shape.taken * shape.measuredSize);
    return (int) Math.max(1, Math.min(shape.ceiling, fitting));
  }

  /**
   * A run is about to begin.
   *
   * @param usedBytes in use on the device, asked for before the first run of a shape only
   */
  public synchronized void starting(BatchKey key, Supplier<OptionalLong> usedBytes) {
    Shape shape = shape(key);
    if (!shape.started) {
      shape.started = true;
      shape.usedBefore = usedBytes.get().orElse(0);
    }
  }

  /**
   * A run of that size went well; what it took is kept if it is the largest size so far, or of more
   * portraits than that size was measured with.
   *
   * @param portraits whose maps the run took, as the shape of the run has it
   * @param usedBytes in use on the device after it, where it tells
   */
  public synchronized void measured(BatchKey key, int size, int portraits, OptionalLong usedBytes) {
    Shape shape = shape(key);
    peak = Math.max(peak, usedBytes.orElse(0));
    boolean larger =
        size > shape.measuredSize
            || (size == shape.measuredSize && portraits > shape.measuredPortraits);
    if (usedBytes.isPresent() && larger) {
      shape.measuredSize = size;
      shape.measuredPortraits = portraits;
      shape.taken = Math.max(0, usedBytes.getAsLong() - shape.usedBefore);
    }
  }

  /** The device had no memory for a run of that size. */
  public synchronized void exhausted(BatchKey key, int size) {
    Shape shape = shape(key);
    shape.ceiling = Math.max(1, Math.min(shape.ceiling, size / 2));
  }

  /** Most bytes that were in use on the device after a run so far. */
  public synchronized long peak() {
    return peak;
  }

  private Shape shape(BatchKey key) {
    return shapes.computeIfAbsent(key.shape(), ignored -> new Shape());
  }
}
