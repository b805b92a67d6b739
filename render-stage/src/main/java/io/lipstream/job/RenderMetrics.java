package io.lipstream.job;

import io.lipstream.batching.Batch;
import io.lipstream.batching.BatchMeter;
import io.lipstream.batching.DropReason;
import io.lipstream.rendering.FrameMeter;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/**
 * What a render subtask does, as its metrics, whether its frames are made in batches or on the
 * processor; what the one way knows and the other does not stays 0. Thread-safe.
 */
final class RenderMetrics implements BatchMeter, FrameMeter {
  private static final int WINDOW = 1_000;

  private final Histogram size;
  private final Histogram waitMillis;
  private final Histogram cost;
  private final BatchFill fill = new BatchFill(WINDOW);
  private final Counter frames;
  private final Counter padding;
  private final Counter portraits;
  private final Counter portraitPadding;
  private final Counter portraitCopies;
  private final Counter packMicros;
  private final Counter engineBusyMicros;
  private final Counter encodedFrames;
  private final Counter encodeMicros;
  private final Counter halvings;
  private final Counter retries;
  private final Map<DropReason, Counter> drops = new EnumMap<>(DropReason.class);

  RenderMetrics(MetricGroup metrics) {
    size = histogram(metrics, "lipstream_batch_size");
    waitMillis = histogram(metrics, "lipstream_batch_wait_ms");
    cost = histogram(metrics, "lipstream_batch_cost");
    metrics.gauge("lipstream_batch_fill", fill::share);
    frames = counter(metrics, "lipstream_batch_frames");
    padding = counter(metrics, "lipstream_batch_padding");
    portraits = counter(metrics, "lipstream_batch_portraits");
    portraitPadding = counter(metrics, "lipstream_batch_portrait_padding");
    portraitCopies = counter(metrics, "lipstream_batch_portrait_copies");
    packMicros = counter(metrics, "lipstream_batch_pack_us");
    engineBusyMicros = counter(metrics, "lipstream_engine_busy_us");
    encodedFrames = counter(metrics, "lipstream_frames");
    encodeMicros = counter(metrics, "lipstream_encode_us");
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
    fill.add(batch.items().size(), batch.most());
    waitMillis.update(waited.toMillis());
    cost.update(batch.cost());
    frames.inc(batch.items().size());
    padding.inc(batch.padding());
  }

  @Override
  public void portraits(int count, int places, int copied) {
    portraits.inc(count);
    portraitPadding.inc(places - count);
    portraitCopies.inc(copied);
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
  public void made(Duration time) {
    ran(time);
  }

  @Override
  public void dropped(DropReason reason) {
    dropped(reason, 1);
  }

  @Override
  public void dropped(DropReason reason, int frames) {
    drops.get(reason).inc(frames);
  }

  /** A frame was encoded. */
  void encoded(Duration time) {
    encodedFrames.inc();
    encodeMicros.inc(time.toNanos() / 1_000);
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
