package io.lipstream.local.stack;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** A job that counts up from 0 and says in this process what it counted. */
final class CountingJob {
  private static final long LIMIT_SECONDS = 60;
  private static final BlockingQueue<Long> COUNTED = new LinkedBlockingQueue<>();
  private static final BlockingQueue<Long> CHECKPOINTED = new LinkedBlockingQueue<>();
  private static final AtomicLong LAST = new AtomicLong(-1);

  private CountingJob() {}

  static void build(StreamExecutionEnvironment environment) {
    environment.enableCheckpointing(200);
    environment
        .fromSource(
            new DataGeneratorSource<>(
                index -> index, Long.MAX_VALUE, RateLimiterStrategy.perSecond(50), Types.LONG),
            WatermarkStrategy.noWatermarks(),
            "numbers")
        .setParallelism(1)
        .map(new Witness())
        .setParallelism(1)
        .sinkTo(new DiscardingSink<>())
        .setParallelism(1);
  }

  static void forget() {
    COUNTED.clear();
    CHECKPOINTED.clear();
  }

  static long last() {
    return LAST.get();
  }

  /** A number above 0 that a complete checkpoint covers. */
  static long awaitCheckpointed() throws InterruptedException {
    long covered = 0;
    while (covered <= 0) {
      covered = taken(CHECKPOINTED);
    }
    return covered;
  }

  /** The first number counted since the last {@link #forget}. */
  static long awaitFirst() throws InterruptedException {
    return taken(COUNTED);
  }

  private static long taken(BlockingQueue<Long> queue) throws InterruptedException {
    Long value = queue.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (value == null) {
      throw new AssertionError("the job counted nothing in " + LIMIT_SECONDS + " s");
    }
    return value;
  }

  private static final class Witness extends RichMapFunction<Long, Long>
      implements CheckpointListener,
          org.apache.flink.streaming.api.checkpoint.CheckpointedFunction {
    private static final long serialVersionUID = 1L;
    private long snapshot = -1;

    @Override
    public Long map(Long number) {
      LAST.set(number);
      COUNTED.add(number);
      return number;
    }

    @Override
    public void snapshotState(org.apache.flink.runtime.state.FunctionSnapshotContext context) {
      snapshot = LAST.get();
    }

    @Override
    public void initializeState(
        org.apache.flink.runtime.state.FunctionInitializationContext context) {
      snapshot = -1;
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
      CHECKPOINTED.add(snapshot);
    }
  }
}
