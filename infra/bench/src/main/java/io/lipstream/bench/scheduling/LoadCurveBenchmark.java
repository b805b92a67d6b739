package io.lipstream.bench.scheduling;

import io.lipstream.batching.BatchLimits;
import io.lipstream.bench.Benchmark;
import io.lipstream.bench.LastLine;
import io.lipstream.bench.Options;
import io.lipstream.bench.report.Plot;
import io.lipstream.bench.report.Report;
import io.lipstream.bench.report.Series;
import io.lipstream.bench.statistics.Percentile;
import io.lipstream.rendering.BatchingSettings;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A rising number of users without think time against one simulated device behind a naive
 * synchronous server, a queue with one job at a time, and Lipstream's own interleaver and batcher.
 */
public final class LoadCurveBenchmark implements Benchmark {
  private static final int[] USERS = {10, 20, 40, 50, 60, 80, 100, 120, 160, 200};
  private static final int KNOWN_OVERLOAD = 80;
  private static final Duration WARM_UP = Duration.ofMinutes(3);
  private static final int MINUTES = 10;

  /** One server under every number of users. */
  private record Curve(String name, List<LoadResult> steps) {
    LoadResult at(int users) {
      return steps.get(Arrays.binarySearch(USERS, users));
    }

    double peak() {
      return steps.stream().mapToDouble(LoadResult::throughput).max().orElseThrow();
    }

    Series series(ToDoubleFunction<LoadResult> value) {
      return new Series(
          name,
          Arrays.stream(USERS).asDoubleStream().toArray(),
          steps.stream().mapToDouble(value).toArray());
    }
  }

  @Override
  public String name() {
    return "load-curve";
  }

  @Override
  public String goal() {
    return "200 users on one simulated device get at least 0.95 of the peak, no errors, busy at least"
        + " 0.95, batch fill at least 0.9; --minutes N, --seed N, --report FOLDER";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    Options options = Options.parse(arguments, "minutes", "seed", "report");
    Duration measured = Duration.ofMinutes(options.integer("minutes", MINUTES));
    int seed = options.integer("seed", 1);
    SimulatedDevice device = SimulatedDevice.normalised(ClipMix.standard());
    Curve naive =
        curve("naive server", seed, measured, time -> new NaiveServer(time, device, seed));
    Curve queue =
        curve("one at a time", seed, measured, time -> new OneAtATimeServer(time, device));
    Curve lipstream =
        curve(
            "Lipstream",
            seed,
            measured,
            time -> new LipstreamServer(time, device, ClusterPlan.of(1)));
    List<Curve> curves = List.of(naive, queue, lipstream);
    int users = USERS[USERS.length - 1];
    List<List<String>> table = table(curves);
    table.add(
        row(
            "Lipstream, default delay",
            users,
            new ClosedLoop(ClipMix.standard(), users, seed)
                .run(
                    time ->
                        new LipstreamServer(time, device, ClusterPlan.of(1).closing(defaults())),
                    1,
                    WARM_UP,
                    measured)));
    table.forEach(row -> out.println(String.join("  ", row)));
    LoadResult most = lipstream.at(users);
    LoadResult overload = naive.at(KNOWN_OVERLOAD);
    String line =
        LastLine.loadCurve(
            most.throughput() / lipstream.peak(),
            most.errors(),
            most.busy(),
            most.use().fill(),
            overload.throughput() / naive.peak(),
            overload.errors());
    Report report = Report.begin(options, name(), "Load curve");
    report
        .paragraph(DeviceText.of(device))
        .paragraph(
            "Closed loop, no think time, %d simulated minutes a step after %d that do not count; seed %d."
                    .formatted(measured.toMinutes(), WARM_UP.toMinutes(), seed)
                + " The mix: 3, 5, 10, 20 and 30 s (20, 30, 30, 15, 5 %), regions of 512, 768 and"
                + " 1024 pixels a side (70, 20, 10 %). Fill is windows over the most that their"
                + " batches could have held; a batch that is not full waits %d ms, in the row 'default"
                    .formatted(ClusterPlan.of(1).limits().delay().toMillis())
                + " delay' as long as render.batch-delay-ms is when nobody sets it, %d ms. naive_ratio"
                    .formatted(defaults().delay().toMillis())
                + " and naive_errors are those at 80 users."
                + " How long a naive server waits for memory and what a try costs is fitted to the"
                + " published 2.3 requests a second with over 10 % errors at 80 users; its steps"
                + " above 80 are what the model makes of that, and nobody has measured them.")
        .table(table);
    plot(report, "throughput.png", "clips a second", curves, LoadResult::throughput);
    plot(report, "mean.png", "mean seconds", List.of(queue, lipstream), LoadResult::mean);
    plot(report, "p99.png", "p99 seconds", List.of(queue, lipstream), r -> percentile(r, 0.99));
    plot(report, "errors.png", "share of errors", curves, LoadResult::errors);
    report.end(out, name(), line);
    return line;
  }

  private static Curve curve(
      String name, long seed, Duration measured, Function<VirtualTime, Server> server) {
    List<LoadResult> steps = new ArrayList<>();
    for (int users : USERS) {
      steps.add(new ClosedLoop(ClipMix.standard(), users, seed).run(server, 1, WARM_UP, measured));
    }
    return new Curve(name, steps);
  }

  private static List<List<String>> table(List<Curve> curves) {
    List<List<String>> table = new ArrayList<>();
    table.add(
        Report.row(
            "server", "users", "clips/s", "mean s", "p95 s", "p99 s", "errors", "busy", "fill"));
    for (Curve curve : curves) {
      for (int users : USERS) {
        table.add(row(curve.name(), users, curve.at(users)));
      }
    }
    return table;
  }

  private static List<String> row(String name, int users, LoadResult step) {
    return Report.row(
        name,
        users,
        step.throughput(),
        step.mean(),
        percentile(step, 0.95),
        percentile(step, 0.99),
        step.errors(),
        step.busy(),
        step.use().fill());
  }

  /** The plan's limits with the product's own delay. */
  private static BatchLimits defaults() {
    BatchLimits plan = ClusterPlan.of(1).limits();
    return new BatchLimits(
        plan.sizes(), plan.cost(), BatchingSettings.defaults().limits().delay(), plan.ageing());
  }

  private static double percentile(LoadResult step, double share) {
    double[] made = step.made();
    return made.length == 0 ? Double.NaN : Percentile.of(made, share);
  }

  private static void plot(
      Report report,
      String file,
      String unit,
      List<Curve> curves,
      ToDoubleFunction<LoadResult> value) {
    Plot plot = new Plot("One simulated device", "users", unit);
    curves.forEach(curve -> plot.with(curve.series(value)));
    report.plot(file, plot);
  }
}
