package io.lipstream.bench;

import io.lipstream.local.stack.FlinkJob;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Stands where the render job does and leaves the processors to what is measured. */
public final class IdleJob implements FlinkJob {
  private static final long PAUSE_MS = 1000;

  @Override
  public void build(StreamExecutionEnvironment environment) {
    environment.fromSequence(0, Long.MAX_VALUE).filter(new Pause()).print();
  }

  private static final class Pause implements FilterFunction<Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean filter(Long number) throws InterruptedException {
      Thread.sleep(PAUSE_MS);
      return false;
    }
  }
}
