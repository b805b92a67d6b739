package io.lipstream.bench.scheduling;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Adds numbers up into a result of the job. */
final class BusySum extends RichMapFunction<Long, Long> {
  static final String NANOS = "busy-nanos";
  private static final long serialVersionUID = 1L;

  private final LongCounter counter = new LongCounter();

  @Override
  public void open(OpenContext context) {
    getRuntimeContext().addAccumulator(NANOS, counter);
  }

  @Override
  public Long map(Long nanos) {
    counter.add(nanos);
    return nanos;
  }
}
