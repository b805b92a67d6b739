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
  private static final long NEVER = Long.MAX_VALUE / 2;
  private static final List<Integer> SIZES = List.of(1, 2, 4, 8);

  private record Arrival(int gap, int steps, boolean urgent, boolean cancelled) {}

  @Property(tries = 200)
  void everyItemEndsOnceAndBatchesAreWhatTheEngineTakes(
      @ForAll("arrivals") List<Arrival> arrivals,
      @ForAll @IntRange(min = 1, max = 20_000) int run) {
    Replay replay = new Replay(arrivals, run, 100, 1_500, Duration.ofNanos(20_000));
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
   * While the engine keeps up, nothing waits longer than the delay and one run with its packing.
   * Arrivals of one key and a gap that lets a batch of eight collect within one run make sure that
   * it does, bursts of eight or less included.
   */
  @Property(tries = 200)
  void noItemWaitsLongerThanTheDelayAndOneRun(
      @ForAll("arrivals") List<Arrival> arrivals,
      @ForAll @IntRange(min = 1, max = 40_000) int run,
      @ForAll @IntRange(min = 0, max = 300) int packing) {
    List<Arrival> slower =
        arrivals.stream()
            .map(a -> new Arrival(a.gap() + (run + packing) / 8 + 1, 1, a.urgent(), false))
            .toList();
    Replay replay = new Replay(slower, run, packing, Long.MAX_VALUE, Duration.ZERO);
    replay.run();
    assertThat(replay.longestWait).isLessThanOrEqualTo(DELAY + run + packing);
  }

  /**
   * With several keys and however much comes: when its delay is over an item waits for the run that
   * goes on, and from then on only for batches whose oldest item is older than itself.
   */
  @Property(tries = 200)
  void anItemPastItsDelayWaitsForTheRunThatGoesOnAndForOlderItemsOnly(
      @ForAll("arrivals") List<Arrival> arrivals,
      @ForAll @IntRange(min = 1, max = 40_000) int run,
      @ForAll @IntRange(min = 0, max = 300) int packing) {
    Replay replay = new Replay(arrivals, run, packing, 1_500, Duration.ZERO);
    replay.run();
    for (int late = 0; late < replay.runs.size(); late++) {
      for (TestItem item : replay.runs.get(late).batch().items()) {
        long ripeAt = item.enqueuedAtNanos() + DELAY;
        List<Run> between =
            replay.runs.subList(0, late).stream().filter(one -> one.takenAt() > ripeAt).toList();
        assertThat(between)
            .allMatch(other -> other.batch().oldestNanos() <= item.enqueuedAtNanos());
      }
    }
    assertThat(replay.idleWithRipeWork)
        .as("moments of an idle engine beside a ripe batch")
        .isZero();
  }

  /** One item alone on an idle engine is begun with when its delay is over, to the nanosecond. */
  @Property(tries = 200)
  void atATrickleEveryItemIsBegunWithWhenItsDelayIsOver(
      @ForAll("arrivals") List<Arrival> arrivals, @ForAll @IntRange(min = 1, max = 4_000) int run) {
    List<Arrival> trickle =
        arrivals.stream()
            .map(a -> new Arrival(a.gap() + (int) DELAY + run, a.steps(), a.urgent(), false))
            .toList();
    Replay replay = new Replay(trickle, run, 0, Long.MAX_VALUE, Duration.ZERO);
    replay.run();
    assertThat(replay.runs).hasSameSizeAs(trickle);
    for (Run one : replay.runs) {
      assertThat(one.startedAt()).isEqualTo(one.batch().oldestNanos() + DELAY);
    }
  }

  /** However often the next batch grows, what it is begun with has been packed while one ran. */
  @Property(tries = 200)
  void aBatchThatIsRipeBeforeTheEngineIsFreeHasBeenPacked(
      @ForAll("arrivals") List<Arrival> arrivals,
      @ForAll @IntRange(min = 1_000, max = 40_000) int run) {
    Replay replay = new Replay(arrivals, run, 0, Long.MAX_VALUE, Duration.ZERO);
    replay.run();
    for (int i = 1; i < replay.runs.size(); i++) {
      Run next = replay.runs.get(i);
      long free = replay.runs.get(i - 1).startedAt() + run;
      long newest =
          next.batch().items().stream().mapToLong(TestItem::enqueuedAtNanos).max().orElseThrow();
      boolean ripe = next.batch().items().size() == 8 || next.batch().oldestNanos() + DELAY < free;
      if (ripe && newest < free) {
        assertThat(next.startedAt()).isEqualTo(free);
        assertThat(next.packedBefore()).isTrue();
      }
    }
  }

  @Property(tries = 200)
  void anUrgentItemNeverWaitsForBulkItemsThatHaveNotAged(
      @ForAll("arrivals") List<Arrival> arrivals) {
    Replay replay = new Replay(arrivals, 3_000, 100, 1_500, Duration.ofDays(1));
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

  private record Run(Batch<TestItem> batch, long takenAt, long startedAt, boolean packedBefore) {}

  /**
   * Plays arrivals on a clock of its own before an engine that is busy for a while with each batch,
   * and is given the next one packed if it could be.
   */
  private static final class Replay {
    private final List<Arrival> arrivals;
    private final int run;
    private final int packing;
    private final BatchBuffers<TestItem, String> buffers;
    private final List<TestItem> items = new ArrayList<>();
    private final List<Batch<TestItem>> batches = new ArrayList<>();
    private final List<Run> runs = new ArrayList<>();
    private long longestWait;
    private long idleWithRipeWork;
    private long freeAt = NEVER;
    private long packedAt = NEVER;
    private Batch<TestItem> beingPacked;

    Replay(List<Arrival> arrivals, int run, int packing, long cost, Duration ageing) {
      this.arrivals = arrivals;
      this.run = run;
      this.packing = packing;
      this.buffers =
          new BatchBuffers<>(
              new BatchQueue<>(
                  Integer.MAX_VALUE,
                  new BatchLimits(SIZES, cost, Duration.ofNanos(DELAY), ageing),
                  new DeviceMemory(Long.MAX_VALUE),
                  BatchMeter.NONE));
    }

    void run() {
      long now = 0;
      for (Arrival arrival : arrivals) {
        now += arrival.gap();
        playUntil(now);
        BatchKey key = new BatchKey("bundle", 10, 10, arrival.steps(), 1, "");
        TestItem item = new TestItem(key, now, arrival.urgent(), 1);
        items.add(arrival.cancelled() ? item.unwantedFor(DropReason.CANCELLED) : item);
        assertThat(buffers.offer(item)).isTrue();
        advance(now);
      }
      playUntil(NEVER - 1);
      assertThat(buffers.size()).isZero();
    }

    /** Everything that happens before an arrival, moment by moment. */
    private void playUntil(long end) {
      long now = 0;
      for (long next = next(now); next <= end; next = next(now)) {
        now = next;
        if (now == packedAt) {
          buffers.packed(beingPacked, "packed");
          packedAt = NEVER;
        }
        if (now == freeAt) {
          buffers.ran();
          freeAt = NEVER;
        }
        advance(now);
      }
    }

    private long next(long now) {
      long end = Math.min(packedAt, freeAt);
      if (!buffers.isRunning() && packedAt == NEVER) {
        OptionalLong ripeAt = buffers.ripeAt(now);
        return Math.min(end, ripeAt.orElse(NEVER));
      }
      // The packing thread wakes when a batch ripens beside the run.
      OptionalLong ripeAt = buffers.ripeAt(now);
      return ripeAt.isPresent() && ripeAt.getAsLong() > now
          ? Math.min(end, ripeAt.getAsLong())
          : end;
    }

    private void advance(long now) {
      Optional<BatchBuffers.Next<TestItem, String>> next = buffers.start(now);
      if (next.isPresent()) {
        Batch<TestItem> batch = next.get().batch();
        boolean packed = next.get().content().isPresent();
        long startedAt = now + (packed ? 0 : packing);
        batches.add(batch);
        runs.add(new Run(batch, now, startedAt, packed));
        longestWait = Math.max(longestWait, startedAt - batch.oldestNanos());
        freeAt = startedAt + run;
      }
      Optional<Batch<TestItem>> toPack = buffers.toPack(now);
      if (toPack.isPresent()) {
        beingPacked = toPack.get();
        packedAt = now + packing;
      }
      boolean ripe = buffers.ripeAt(now).stream().anyMatch(at -> at <= now);
      if (ripe && !buffers.isRunning() && packedAt == NEVER) {
        idleWithRipeWork++;
      }
    }
  }
}
