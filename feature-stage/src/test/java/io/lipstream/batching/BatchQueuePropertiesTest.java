package io.lipstream.batching;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What holds for any arrivals, with an engine whose every run takes the same time. */
final class BatchQueuePropertiesTest {
  private static final long DELAY = 5_000;
  private static final List<Integer> SIZES = List.of(1, 2, 4, 8);

  private record Arrival(int gap, int steps, boolean urgent, boolean cancelled) {}

  @Property(tries = 300)
  void everyItemEndsOnceAndBatchesAreWhatTheEngineTakes(
      @ForAll("arrivals") List<Arrival> arrivals,
      @ForAll @IntRange(min = 1, max = 20_000) int run) {
    Replay replay = new Replay(arrivals, run, 1_500, Duration.ofNanos(20_000));
    replay.run();
    List<TestItem> taken = replay.batches.stream().flatMap(b -> b.items().stream()).toList();
    assertThat(taken).doesNotHaveDuplicates();
    long dropped = replay.items.stream().filter(item -> !item.end().isEmpty()).count();
    assertThat(taken.size() + dropped).isEqualTo(arrivals.size());
    assertThat(dropped).isEqualTo(arrivals.stream().filter(Arrival::cancelled).count());
    for (Batch<TestItem> batch : replay.batches) {
      assertThat(SIZES).contains(batch.size());
      assertThat(batch.padding()).isBetween(0, Math.max(0, batch.size() / 2 - 1));
      assertThat(batch.items()).allMatch(item -> item.key().equals(batch.key()));
      long cost = batch.items().size() * batch.key().frameCost();
      assertThat(cost <= 1_500 || batch.items().size() == 1).isTrue();
    }
  }

  /**
   * While the engine keeps up, nothing waits longer than the delay and one run. Arrivals of one key
   * and a gap that lets a batch of eight collect within one run make sure that it does.
   */
  @Property(tries = 300)
  void noItemWaitsLongerThanTheDelayAndOneRun(
      @ForAll("arrivals") List<Arrival> arrivals, @ForAll @IntRange(min = 1, max = 4_000) int run) {
    List<Arrival> slower =
        arrivals.stream()
            .map(a -> new Arrival(Math.max(a.gap(), run / 8 + 1), 1, a.urgent(), false))
            .toList();
    Replay replay = new Replay(slower, run, Long.MAX_VALUE, Duration.ZERO);
    replay.run();
    assertThat(replay.longestWait).isLessThanOrEqualTo(DELAY + run);
  }

  @Property(tries = 200)
  void anUrgentItemNeverWaitsForBulkItemsThatHaveNotAged(
      @ForAll("arrivals") List<Arrival> arrivals) {
    Replay replay = new Replay(arrivals, 3_000, 1_500, Duration.ofDays(1));
    replay.run();
    for (Batch<TestItem> batch : replay.batches) {
      boolean bulkSeen = false;
      for (TestItem item : batch.items()) {
        assertThat(bulkSeen && item.urgent()).isFalse();
        bulkSeen |= !item.urgent();
      }
    }
  }

  @Provide
  Arbitrary<List<Arrival>> arrivals() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 4_000),
            Arbitraries.integers().between(1, 3),
            Arbitraries.of(true, false),
            Arbitraries.frequency(
                net.jqwik.api.Tuple.of(9, false), net.jqwik.api.Tuple.of(1, true)))
        .as(Arrival::new)
        .list()
        .ofMaxSize(80);
  }

  /** Plays arrivals on a clock of its own; the engine takes a batch whenever it is free. */
  private static final class Replay {
    private final List<Arrival> arrivals;
    private final int run;
    private final BatchQueue<TestItem> queue;
    private final List<TestItem> items = new ArrayList<>();
    private final List<Batch<TestItem>> batches = new ArrayList<>();
    private long longestWait;
    private long freeAt;

    Replay(List<Arrival> arrivals, int run, long cost, Duration ageing) {
      this.arrivals = arrivals;
      this.run = run;
      this.queue =
          new BatchQueue<>(
              Integer.MAX_VALUE,
              new BatchLimits(SIZES, cost, Duration.ofNanos(DELAY), ageing),
              new DeviceMemory(Long.MAX_VALUE),
              BatchMeter.NONE);
    }

    void run() {
      long now = 0;
      for (Arrival arrival : arrivals) {
        now += arrival.gap();
        takeUntil(now);
        BatchKey key = new BatchKey("bundle", 10, 10, arrival.steps(), "");
        TestItem item = new TestItem(key, now, arrival.urgent(), 1);
        items.add(arrival.cancelled() ? item.unwantedFor(DropReason.CANCELLED) : item);
        assertThat(queue.offer(item)).isTrue();
      }
      takeUntil(Long.MAX_VALUE / 2);
      assertThat(queue.size()).isZero();
    }

    private void takeUntil(long end) {
      long now = freeAt;
      while (true) {
        OptionalLong ripeAt = queue.ripeAt(now);
        if (ripeAt.isEmpty() || Math.max(now, ripeAt.getAsLong()) > end) {
          return;
        }
        now = Math.max(now, ripeAt.getAsLong());
        Optional<Batch<TestItem>> batch = queue.take(now);
        if (batch.isPresent()) {
          batches.add(batch.get());
          longestWait = Math.max(longestWait, now - batch.get().oldestNanos());
          now += run;
          freeAt = now;
        }
      }
    }
  }
}
