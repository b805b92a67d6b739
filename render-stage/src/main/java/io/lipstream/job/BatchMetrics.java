package io.lipstream.job;

import io.lipstream.batching.Batch;
import io.lipstream.batching.BatchMeter;
import io.lipstream.batching.DropReason;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/** What the batcher does, as metrics of a render subtask. Called on the batcher's threads. */
final class BatchMetrics implements BatchMeter {
  private static final int WINDOW = 1_000;

  private final Histogram size;
  private final Histogram waitMillis;
  private final Histogram cost;
  private final Counter frames;
  private final Counter padding;
  private final Counter packMicros;
  private final Counter engineBusyMicros;
  private final Counter halvings;
  private final Counter retries;
  private final Map<DropReason, Counter> drops = new EnumMap<>(DropReason.class);

  BatchMetrics(MetricGroup metrics) {
    size = histogram(metrics, "lipstream_batch_size");
    waitMillis = histogram(metrics, "lipstream_batch_wait_ms");
    cost = histogram(metrics, "lipstream_batch_cost");
    frames = counter(metrics, "lipstream_batch_frames");
    padding = counter(metrics, "lipstream_batch_padding");
    packMicros = counter(metrics, "lipstream_batch_pack_us");
    engineBusyMicros = counter(metrics, "lipstream_engine_busy_us");
    halvings = counter(metrics, "lipstream_out_of_memory_halvings");
    retries = counter(metrics, "lipstream_batch_retries");
    for (DropReason reason : DropReason.values()) {
      drops.put(
          reason, counter(metrics, "lipstream_dropped_" + reason.name().toLowerCase(Locale.ROOT)));
    }
  }

  @Override
  public void closed(Batch<?> batch, Duration waited) {
    size.update(batch.items().size());
    waitMillis.update(waited.toMillis());
    cost.update(batch.cost());
    frames.inc(batch.items().size());
    padding.inc(batch.padding());
  }

  @Override
  public void packed(Duration time) {
    packMicros.inc(time.toNanos() / 1_000);
  }

  @Override
  public void ran(Duration time) {
    engineBusyMicros.inc(time.toNanos() / 1_000);
  }

  @Override
  public void dropped(DropReason reason) {
    drops.get(reason).inc();
  }

  @Override
  public void halved(int size) {
    halvings.inc();
  }

  @Override
  public void retriedAlone(int items) {
    retries.inc(items);
  }

  private static Counter counter(MetricGroup metrics, String name) {
    return metrics.counter(name, new ThreadSafeSimpleCounter());
  }

  private static Histogram histogram(MetricGroup metrics, String name) {
    return metrics.histogram(name, new DescriptiveStatisticsHistogram(WINDOW));
  }
}
