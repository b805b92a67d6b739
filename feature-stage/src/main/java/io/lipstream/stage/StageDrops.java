package io.lipstream.stage;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;

/** Counts what an operator did not work on, and why. Thread-safe. */
public final class StageDrops {
  private final Counter cancelled;
  private final Counter late;

  /**
   * Adds {@code lipstream_NAME_dropped_cancelled} and {@code _deadline}.
   *
   * @param name of the operator
   */
  public StageDrops(MetricGroup metrics, String name) {
    String prefix = "lipstream_" + name + "_dropped_";
    cancelled = metrics.counter(prefix + "cancelled", new ThreadSafeSimpleCounter());
    late = metrics.counter(prefix + "deadline", new ThreadSafeSimpleCounter());
  }

  /** An item's job had ended. */
  public void cancelled() {
    cancelled.inc();
  }

  /** An item's deadline had passed. */
  public void late() {
    late.inc();
  }
}
