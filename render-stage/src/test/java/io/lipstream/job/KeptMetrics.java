package io.lipstream.job;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** A metric group that a test can ask. */
final class KeptMetrics extends UnregisteredMetricsGroup {
  private final Map<String, LongSupplier> values = new ConcurrentHashMap<>();

  @Override
  public <C extends Counter> C counter(String name, C counter) {
    values.put(name, counter::getCount);
    return counter;
  }

  @Override
  public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
    values.put(name, () -> ((Number) gauge.getValue()).longValue());
    return gauge;
  }

  /** What a metric says now; fails if nobody has added it. */
  long value(String name) {
    return values.get(name).getAsLong();
  }
}
