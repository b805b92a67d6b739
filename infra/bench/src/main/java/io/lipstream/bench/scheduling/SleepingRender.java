package io.lipstream.bench.scheduling;

import io.lipstream.batching.Batch;
import io.lipstream.batching.BatchEngine;
import io.lipstream.batching.BatchMeter;
import io.lipstream.batching.DeviceMemory;
import io.lipstream.batching.MicroBatcher;
import io.lipstream.pipeline.Segment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;

/**
 * A render subtask: the product's micro-batcher on the real clock before an engine that sleeps for
 * as long as the simulated device would run. What comes out adds up to how long that was, in
 * nanoseconds within the time measured.
 */
final class SleepingRender extends RichAsyncFunction<Segment, Long> {
  private static final long serialVersionUID = 1L;

  private final int capacity;
  private final long measureFrom;
  private final long measureTo;
  private transient MicroBatcher<SleepingItem, Batch<SleepingItem>, Long> batcher;

  /**
   * @param capacity segments that the subtask may hold
   * @param measureFrom nanoseconds after the first clip
   * @param measureTo nanoseconds after the first clip
   */
  SleepingRender(int capacity, long measureFrom, long measureTo) {
    this.capacity = capacity;
    this.measureFrom = measureFrom;
    this.measureTo = measureTo;
  }

  @Override
  public void open(OpenContext context) {
    SimulatedDevice device = SimulatedDevice.normalised(ClipMix.standard());
    batcher =
        new MicroBatcher<>(
            "sleeping-" + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(),
            capacity,
            ClusterPlan.of(1).limits(),
            new DeviceMemory(device.memoryBytes()),
            new SleepingEngine(device),
            BatchMeter.NONE,
            System::nanoTime);
  }

  @Override
  public void asyncInvoke(Segment segment, ResultFuture<Long> result) throws InterruptedException {
    batcher.submit(new SleepingItem(segment, System.nanoTime(), result));
  }

  @Override
  public void close() {
    if (batcher != null) {
      batcher.close();
    }
  }

  private final class SleepingEngine
      implements BatchEngine<SleepingItem, Batch<SleepingItem>, Long> {
    private final SimulatedDevice device;

    SleepingEngine(SimulatedDevice device) {
      this.device = device;
    }

    @Override
    public Batch<SleepingItem> pack(Batch<SleepingItem> batch) {
      LockSupport.parkNanos(ClusterPlan.PACKING);
      return batch;
    }

    @Override
    public Long run(Batch<SleepingItem> batch) {
      long start = System.nanoTime();
      int pixels = batch.key().width() * batch.key().height();
      long end =
          start
              + Math.round(
                  device.runNanos(
                      batch.size(), ClipShape.WINDOW_FRAMES, pixels, batch.key().steps()));
      for (long now = start; now < end; now = System.nanoTime()) {
        LockSupport.parkNanos(Math.min(end - now, TimeUnit.SECONDS.toNanos(1)));
      }
      long begin = batch.items().get(0).segment().clip().startedAt();
      long from = Math.max(start, begin + measureFrom);
      long to = Math.min(System.nanoTime(), begin + measureTo);
      return Math.max(0, to - from);
    }
  }
}
