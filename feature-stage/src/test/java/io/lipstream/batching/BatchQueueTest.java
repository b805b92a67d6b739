package io.lipstream.batching;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BatchQueueTest {
  private static final long DELAY = Duration.ofMillis(5).toNanos();
  private static final BatchLimits LIMITS =
      new BatchLimits(List.of(1, 2, 4, 8), 1_000_000, Duration.ofMillis(5), Duration.ofMillis(50));

  private final DeviceMemory memory = new DeviceMemory(1_000);
  private final BatchQueue<TestItem> queue = new BatchQueue<>(16, LIMITS, memory, BatchMeter.NONE);

  @Test
  void closesWhenFull() {
    offer(7, TestItem.KEY, 0);
    assertThat(queue.take(0)).isEmpty();
    offer(1, TestItem.KEY, 0);
    Batch<TestItem> batch = queue.take(0).orElseThrow();
    assertThat(batch.closedBy()).isEqualTo(CloseReason.SIZE);
    assertThat(batch.items()).hasSize(8);
    assertThat(batch.padding()).isZero();
    assertThat(queue.size()).isZero();
  }

  @Test
  void aLoneItemGoesAfterTheDelayThoughNothingElseEverComes() {
    queue.offer(TestItem.at(100));
    assertThat(queue.ripeAt(100)).isEqualTo(OptionalLong.of(100 + DELAY));
    assertThat(queue.take(99 + DELAY)).isEmpty();
    Batch<TestItem> batch = queue.take(100 + DELAY).orElseThrow();
    assertThat(batch.closedBy()).isEqualTo(CloseReason.DELAY);
    assertThat(batch.items()).hasSize(1);
    assertThat(queue.ripeAt(100 + DELAY)).isEmpty();
  }

  @Test
  void theDelayCountsFromTheOldestItemsEnqueueNotFromTheNewest() {
    for (long at = 0; at < DELAY; at += DELAY / 4) {
      queue.offer(TestItem.at(at));
      assertThat(queue.take(at)).isEmpty();
    }
    assertThat(queue.take(DELAY).orElseThrow().items()).hasSize(4);
  }

  @Test
  void closesByCostAndNeverHoldsMoreThanOneItemOverIt() {
    queue.limits(new BatchLimits(List.of(1, 2, 4, 8), 250, Duration.ofMillis(5), Duration.ZERO));
    offer(3, TestItem.KEY, 0);
    Batch<TestItem> batch = queue.take(0).orElseThrow();
    assertThat(batch.closedBy()).isEqualTo(CloseReason.COST);
    assertThat(batch.items()).hasSize(2);
    assertThat(queue.size()).isEqualTo(1);
    BatchKey dear = new BatchKey("bundle", 100, 100, 1, 1, "");
    offer(2, dear, 0);
    assertThat(queue.take(0).orElseThrow().items()).hasSize(1);
  }

  @Test
  void takesTheSmallestPlanThatHoldsTheItemsAndCountsThePadding() {
    offer(3, TestItem.KEY, 0);
    Batch<TestItem> batch = queue.take(DELAY).orElseThrow();
    assertThat(batch.size()).isEqualTo(4);
    assertThat(batch.padding()).isEqualTo(1);
  }

  @Test
  void tellsWhatABatchCouldHaveHeldByPlanByMemoryAndByCost() {
    offer(3, TestItem.KEY, 0);
    assertThat(queue.take(DELAY).orElseThrow().most()).as("by plan").isEqualTo(8);
    queue.limits(new BatchLimits(List.of(1, 2, 4, 8), 350, Duration.ofMillis(5), Duration.ZERO));
    offer(1, TestItem.KEY, 0);
    assertThat(queue.take(DELAY).orElseThrow().most()).as("by cost").isEqualTo(3);
    memory.exhausted(TestItem.KEY, 4);
    offer(1, TestItem.KEY, 0);
    assertThat(queue.take(DELAY).orElseThrow().most()).as("by memory").isEqualTo(2);
  }

  @Test
  void neverMixesWhatIsNotCompatible() {
    BatchKey other = new BatchKey("bundle", 10, 10, 2, 1, "");
    offer(4, TestItem.KEY, 0);
    offer(4, other, 0);
    assertThat(queue.take(DELAY).orElseThrow().items()).allMatch(i -> i.key().equals(TestItem.KEY));
    assertThat(queue.take(DELAY).orElseThrow().items()).allMatch(i -> i.key().equals(other));
  }

  @Test
  void theOldestRipeBatchGoesFirstThoughAnotherIsFuller() {
    BatchKey other = new BatchKey("other", 10, 10, 1, 1, "");
    queue.offer(TestItem.of(other, 0));
    offer(8, TestItem.KEY, 1);
    assertThat(queue.take(DELAY).orElseThrow().key()).isEqualTo(other);
  }

  @Test
  void interactiveItemsGoFirstUntilBulkOnesHaveAged() {
    long ageing = LIMITS.ageing().toNanos();
    IntStream.range(0, 8).forEach(i -> queue.offer(TestItem.at(0)));
    IntStream.range(0, 4).forEach(i -> queue.offer(TestItem.urgentAt(ageing - 1)));
    IntStream.range(0, 4).forEach(i -> queue.offer(TestItem.urgentAt(ageing + 1)));
    List<TestItem> first = queue.take(ageing + 1).orElseThrow().items();
    assertThat(first.subList(0, 4)).allMatch(TestItem::urgent);
    assertThat(first.subList(4, 8)).noneMatch(TestItem::urgent);
  }

  @Test
  void whatIsUnwantedNeverReachesABatch() {
    TestItem cancelled = TestItem.at(0).unwantedFor(DropReason.CANCELLED);
    TestItem late = TestItem.at(0).unwantedFor(DropReason.DEADLINE);
    queue.offer(cancelled);
    queue.offer(late);
    queue.offer(TestItem.at(0));
    assertThat(queue.take(DELAY).orElseThrow().items()).hasSize(1);
    assertThat(cancelled.end()).isEqualTo("dropped: CANCELLED");
    assertThat(late.end()).isEqualTo("dropped: DEADLINE");
    assertThat(queue.size()).isZero();
  }

  @Test
  void whatTheDeviceHadNoMemoryForComesAgainInHalvesAndTheCeilingStays() {
    offer(8, TestItem.KEY, 0);
    Batch<TestItem> batch = queue.take(0).orElseThrow();
    memory.exhausted(batch.key(), batch.size());
    queue.putBack(batch.items());
    List<TestItem> again = queue.take(0).orElseThrow().items();
    assertThat(again).isEqualTo(batch.items().subList(0, 4));
    assertThat(queue.take(0).orElseThrow().items()).isEqualTo(batch.items().subList(4, 8));
    offer(8, TestItem.KEY, 0);
    assertThat(queue.take(0).orElseThrow().items()).hasSize(4);
  }

  @Test
  void theFirstRunsPeakBoundsTheBatch() {
    memory.measured(TestItem.KEY, 1, 1, OptionalLong.of(200));
    offer(8, TestItem.KEY, 0);
    assertThat(queue.take(0).orElseThrow().items()).hasSize(4);
  }

  @Test
  void aFailedBatchComesAgainOneByOneBeforeTheOthers() {
    offer(2, TestItem.KEY, 0);
    Batch<TestItem> failed = queue.take(DELAY).orElseThrow();
    offer(8, TestItem.KEY, 0);
    queue.retryAlone(failed.items());
    assertThat(queue.ripeAt(7)).isEqualTo(OptionalLong.of(7));
    assertThat(queue.take(DELAY).orElseThrow().items()).containsExactly(failed.items().get(0));
    assertThat(queue.take(DELAY).orElseThrow().closedBy()).isEqualTo(CloseReason.RETRY);
    assertThat(queue.take(DELAY).orElseThrow().closedBy()).isEqualTo(CloseReason.SIZE);
  }

  @Test
  void isBounded() {
    offer(16, TestItem.KEY, 0);
    assertThat(queue.offer(TestItem.at(0))).isFalse();
    assertThat(queue.take(0)).isPresent();
    assertThat(queue.offer(TestItem.at(0))).isTrue();
  }

  @Test
  void newLimitsCountFromTheNextBatchOn() {
    offer(4, TestItem.KEY, 0);
    assertThat(queue.take(0)).isEmpty();
    queue.limits(new BatchLimits(List.of(1, 2, 4), 1_000, Duration.ZERO, Duration.ZERO));
    assertThat(queue.take(0).orElseThrow().items()).hasSize(4);
  }

  private void offer(int count, BatchKey key, long at) {
    IntStream.range(0, count).forEach(i -> assertThat(queue.offer(TestItem.of(key, at))).isTrue());
  }
}
