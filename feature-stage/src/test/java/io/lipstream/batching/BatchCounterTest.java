package io.lipstream.batching;

import java.time.Duration;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.strategy.stress.StressOptions;
import org.junit.jupiter.api.Test;

/** Threads see the counter as if one call came after the other. */
public class BatchCounterTest {
  private static final BatchLimits LIMITS =
      new BatchLimits(List.of(1, 2), 1_000_000, Duration.ofHours(1), Duration.ZERO);

  private final BatchCounter<TestItem, String> counter =
      new BatchCounter<>(
          new BatchQueue<>(1_000, LIMITS, new DeviceMemory(Long.MAX_VALUE), BatchMeter.NONE),
          () -> 0);

  @Operation
  public boolean put() throws InterruptedException {
    return counter.put(TestItem.at(0));
  }

  @Operation
  public int poll() {
    return counter.poll().map(batch -> batch.items().size()).orElse(0);
  }

  @Operation
  public int close() {
    return counter.close().size();
  }

  @Operation
  public int size() {
    return counter.size();
  }

  @Operation
  public void retry() {
    counter.retryAlone(List.of(TestItem.at(0)));
  }

  @Test
  void isLinearizable() {
    LinChecker.check(
        BatchCounterTest.class,
        new StressOptions()
            .iterations(30)
            .invocationsPerIteration(500)
            .threads(3)
            .actorsPerThread(3));
  }
}
