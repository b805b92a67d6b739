package io.lipstream.bench.scheduling;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.Options;
import io.lipstream.bench.report.Plot;
import io.lipstream.bench.report.Report;
import io.lipstream.bench.report.Series;
import io.lipstream.bench.statistics.Percentile;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
    List<List<String>> table = table(curves);
    table.forEach(row -> out.println(String.join("  ", row)));
    LoadResult most = lipstream.at(USERS[USERS.length - 1]);
    LoadResult overload = naive.at(KNOWN_OVERLOAD);
    String line =
        String.format(
            Locale.ROOT,
            "throughput_ratio=%.3f errors=%.3f busy=%.3f fill=%.3f naive_ratio=%.3f"
                + " naive_errors=%.3f",
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
                + " batches could have held. naive_ratio and naive_errors are those at 80 users."
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
        LoadResult step = curve.at(users);
        table.add(
            Report.row(
                curve.name(),
                users,
                step.throughput(),
                step.mean(),
                percentile(step, 0.95),
                percentile(step, 0.99),
                step.errors(),
                step.busy(),
                step.use().fill()));
      }
    }
    return table;
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
