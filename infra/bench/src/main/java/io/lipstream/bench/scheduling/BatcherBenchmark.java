package io.lipstream.bench.scheduling;

import io.lipstream.batching.Batch;
import io.lipstream.batching.BatchEngine;
import io.lipstream.batching.BatchKey;
import io.lipstream.batching.BatchLimits;
import io.lipstream.batching.BatchMeter;
import io.lipstream.batching.BatchQueue;
import io.lipstream.batching.DeviceMemory;
import io.lipstream.batching.MicroBatcher;
import io.lipstream.bench.Benchmark;
import io.lipstream.bench.LastLine;
import io.lipstream.bench.Options;
import io.lipstream.bench.Timing;
import io.lipstream.bench.report.Plot;
import io.lipstream.bench.report.Report;
import io.lipstream.bench.report.Series;
import io.lipstream.bench.statistics.RobustSlope;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * What the product's micro-batcher costs an item: processor time of the thread that submits and of
 * the batcher's two, with an engine that does nothing, so that all there is, is handing over;
 * beside it the batch queue alone on one thread, and, in the same rounds, what a frame's compute
 * costs. And what they allocate, slice by slice of one long run.
 */
public final class BatcherBenchmark implements Benchmark {
  private static final int RUNS = 7;
  private static final int WARM_UPS = 3;
  private static final int ITEMS = 100_000;
  private static final int HELD = 16;
  private static final int KEYS = 3;
  private static final int URGENT_OF = 4;
  private static final String THREADS = "batcher-bench";

  private final BatchLimits limits =
      new BatchLimits(
          List.of(1, 2, 4, 8), Long.MAX_VALUE, Duration.ofMillis(5), Duration.ofSeconds(1));

  @Override
  public String name() {
    return "batcher";
  }

  @Override
  public String goal() {
    return "batching costs an item under 1 % of what a frame's compute costs, measured beside it, and"
        + " allocates no more as it runs; --runs N, --report FOLDER";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    Options options = Options.parse(arguments, "runs", "report");
    int runs = options.integer("runs", RUNS);
    double[] nanos = new double[runs];
    double[] bytes = new double[runs];
    double[] numbers = new double[runs];
    double[] alone = new double[runs];
    double[] compute = new double[runs];
    AtomicLong completed = new AtomicLong();
    DeviceMemory memory = new DeviceMemory(Long.MAX_VALUE);
    try (FrameCompute frame = new FrameCompute();
        MicroBatcher<CountedItem, Batch<CountedItem>, Integer> batcher =
            new MicroBatcher<>(
                THREADS, HELD, limits, memory, new Nothing(), BatchMeter.NONE, System::nanoTime)) {
      for (int run = -WARM_UPS; run < runs; run++) {
        double onThreads = queueAlone();
        double computing = frame.nanos();
        ThreadCost cost = throughBatcher(batcher, completed);
        if (run >= 0) {
          numbers[run] = run + 1;
          nanos[run] = (double) cost.cpuNanos() / ITEMS;
          bytes[run] = (double) cost.allocatedBytes() / ITEMS;
          alone[run] = onThreads;
          compute[run] = computing;
          out.printf(
              Locale.ROOT,
              "run %d: %.0f ns of processor time and %.0f bytes an item; the queue alone %.0f ns; a frame's compute %.0f ns%n",
              run,
              nanos[run],
              bytes[run],
              alone[run],
              compute[run]);
        }
      }
    }
    double median = Timing.median(nanos);
    String line = LastLine.batcher(median / Timing.median(compute), median);
    double growth = runs < 2 ? 0 : RobustSlope.through(numbers, bytes).percentOver(runs - 1.0);
    String allocation =
        String.format(
            Locale.ROOT,
            "Allocated, the item included: %.0f bytes an item, %+.2f %% from the first run to the last.",
            Timing.median(bytes),
            growth);
    out.println(allocation);
    Report report = Report.begin(options, name(), "Overhead of batching");
    report
        .paragraph(
            "Medians of %d runs of %d items after %d that do not count, all through one batcher: %d shapes,"
                    .formatted(runs, ITEMS, WARM_UPS, KEYS)
                + " one item of %d interactive, %d held at most, batches of 8."
                    .formatted(URGENT_OF, HELD)
                + " Processor time of all three threads, since the time of day would count what"
                + " the machine does beside. The engine does nothing, which is the worst case: the"
                + " threads hand over all the time. Compared with what a frame of a clip of"
                + " 512x512 costs in Java, the least there is, measured in the same rounds.")
        .table(table(nanos, bytes, alone, compute))
        .paragraph(allocation)
        .plot(
            "batcher.png",
            new Plot("An item through the batcher", "run", "ns of processor time, bytes")
                .with(new Series("ns, on threads", numbers, nanos))
                .with(new Series("ns, queue alone", numbers, alone))
                .with(new Series("bytes allocated", numbers, bytes)));
    report.end(out, name(), line);
    return line;
  }

  private static List<List<String>> table(
      double[] nanos, double[] bytes, double[] alone, double[] compute) {
    List<List<String>> table = new ArrayList<>();
    table.add(
        Report.row(
            "run",
            "ns an item",
            "bytes an item",
            "queue alone, ns an item",
            "compute, ns a frame"));
    for (int i = 0; i < nanos.length; i++) {
      table.add(Report.row(i + 1, nanos[i], bytes[i], alone[i], compute[i]));
    }
    table.add(
        Report.row(
            "median",
            Timing.median(nanos),
            Timing.median(bytes),
            Timing.median(alone),
            Timing.median(compute)));
    return table;
  }

  private ThreadCost throughBatcher(
      MicroBatcher<CountedItem, Batch<CountedItem>, Integer> batcher, AtomicLong completed) {
    long end = completed.get() + ITEMS;
    BatchKey[] keys = keys();
    ThreadCost before = ThreadCost.of(THREADS);
    try {
      for (int i = 0; i < ITEMS; i++) {
        batcher.submit(item(keys, i, System.nanoTime(), completed));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    while (completed.get() < end) {
      LockSupport.parkNanos(100_000);
    }
    return ThreadCost.of(THREADS).minus(before);
  }

  /** Nanoseconds an item, into the queue and out of it in batches. */
  private double queueAlone() {
    BatchQueue<CountedItem> queue =
        new BatchQueue<>(HELD, limits, new DeviceMemory(Long.MAX_VALUE), BatchMeter.NONE);
    AtomicLong completed = new AtomicLong();
    BatchKey[] keys = keys();
    ThreadCost before = ThreadCost.of(THREADS + " has none");
    for (int i = 0; i < ITEMS; i++) {
      while (!queue.offer(item(keys, i, i, completed))) {
        Optional<Batch<CountedItem>> batch = queue.take(i + limits.delay().toNanos());
        batch.ifPresent(each -> completed.addAndGet(each.items().size()));
      }
    }
    double nanos = ThreadCost.of(THREADS + " has none").minus(before).cpuNanos();
    if (completed.get() < ITEMS - HELD) {
      throw new IllegalStateException("items were lost in the queue");
    }
    return nanos / ITEMS;
  }

  private static BatchKey[] keys() {
    BatchKey[] keys = new BatchKey[KEYS];
    Arrays.setAll(keys, i -> new BatchKey("bundle", 512, 256 * (i + 1), 1, 1, ""));
    return keys;
  }

  private static CountedItem item(BatchKey[] keys, int number, long now, AtomicLong completed) {
    // Runs of one shape, as the frames of a segment come.
    return new CountedItem(keys[number / HELD % KEYS], number % URGENT_OF == 0, now, completed);
  }

  private static final class Nothing
      implements BatchEngine<CountedItem, Batch<CountedItem>, Integer> {
    @Override
    public Batch<CountedItem> pack(Batch<CountedItem> batch) {
      return batch;
    }

    @Override
    public Integer run(Batch<CountedItem> batch) {
      return batch.size();
    }
  }
}
