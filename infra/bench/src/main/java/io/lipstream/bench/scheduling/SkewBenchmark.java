package io.lipstream.bench.scheduling;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.LastLine;
import io.lipstream.bench.Options;
import io.lipstream.bench.report.Plot;
import io.lipstream.bench.report.Report;
import io.lipstream.bench.report.Series;
import io.lipstream.bench.statistics.Percentile;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * One clip of twenty is twenty times longer: how busy eight devices are, and what the long clips do
 * to the short ones; the same with whole clips dealt out to the devices in turn.
 */
public final class SkewBenchmark implements Benchmark {
  private static final int DEVICES = 8;
  private static final int USERS = 25 * DEVICES;
  private static final double LONG_SHARE = 0.05;
  private static final int LONGER = 20;
  private static final Duration WARM_UP = Duration.ofMinutes(15);
  private static final int MINUTES = 30;
  private static final int PERCENTS = 100;

  @Override
  public String name() {
    return "skew";
  }

  @Override
  public String goal() {
    return "with 5 % of clips 20 times longer, 8 simulated devices are busy at least 0.90 and short"
        + " clips' p99 is at most 1.5 of that without; --minutes N, --seed N, --report FOLDER,"
        + " --real SECONDS";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    Options options = Options.parse(arguments, "minutes", "seed", "report", "real");
    Duration measured = Duration.ofMinutes(options.integer("minutes", MINUTES));
    int seed = options.integer("seed", 1);
    ClipMix even = ClipMix.standard();
    ClipMix skewed = even.withLonger(LONG_SHARE, LONGER);
    SimulatedDevice device = SimulatedDevice.normalised(even);
    Function<VirtualTime, Server> lipstream =
        time -> new LipstreamServer(time, device, ClusterPlan.of(DEVICES));
    LoadResult without = run(even, seed, measured, lipstream);
    LoadResult with = run(skewed, seed, measured, lipstream);
    LoadResult dealt =
        run(skewed, seed, measured, time -> new RoundRobinServers(time, device, DEVICES));
    String line =
        LastLine.skew(
            with.busy(),
            Percentile.of(shorts(with), 0.99) / Percentile.of(shorts(without), 0.99),
            dealt.busy());
    List<List<String>> table =
        List.of(
            Report.row("run", "utilisation", "fill", "clips/s", "short: mean s", "p95 s", "p99 s"),
            row("without long clips", without),
            row("with long clips", with),
            row("with long clips, dealt out in turn", dealt));
    table.forEach(row -> out.println(String.join("  ", row)));
    Report report = Report.begin(options, name(), "Skewed lengths");
    report
        .paragraph(DeviceText.of(device))
        .paragraph(
            "%d users without think time on %d devices, %d simulated minutes after %d that do not count,"
                    .formatted(USERS, DEVICES, measured.toMinutes(), WARM_UP.toMinutes())
                + " seed %d. In all runs there are as many users, so that a long clip takes one"
                    .formatted(seed)
                + " user's place. Dealt out in turn, each device has an interleaver and a batcher of"
                + " its own and gets whole clips.")
        .table(table)
        .plot(
            "short-clips.png",
            new Plot("Short clips", "percent of clips", "seconds at most")
                .with(distribution("without long clips", without))
                .with(distribution("with", with))
                .with(distribution("dealt out in turn", dealt)));
    Optional<RealTimeFigures> real =
        options.values().containsKey("real")
            ? Optional.of(realTime(Duration.ofSeconds(options.integer("real", 1)), seed))
            : Optional.empty();
    real.ifPresent(
        figures -> {
          out.println(figures.text());
          report.paragraph(figures.text());
        });
    report.end(out, name(), line);
    real.ifPresent(RealTimeFigures::check);
    return line;
  }

  private static RealTimeFigures realTime(Duration length, long seed) {
    RealTimeRun run = new RealTimeRun(DEVICES, length, seed);
    return new RealTimeFigures(DEVICES, length, run.simulated(), run.real());
  }

  private static LoadResult run(
      ClipMix mix, long seed, Duration measured, Function<VirtualTime, Server> server) {
    return new ClosedLoop(mix, USERS, seed).run(server, DEVICES, WARM_UP, measured);
  }

  private static double[] shorts(LoadResult result) {
    int longest =
        ClipMix.standard().choices().stream()
            .mapToInt(choice -> choice.shape().frames())
            .max()
            .orElseThrow();
    return result.made(clip -> clip.shape().frames() <= longest);
  }

  private static List<String> row(String name, LoadResult result) {
    double[] shorts = shorts(result);
    return Report.row(
        name,
        result.busy(),
        result.use().fill(),
        result.throughput(),
        Arrays.stream(shorts).average().orElse(Double.NaN),
        Percentile.of(shorts, 0.95),
        Percentile.of(shorts, 0.99));
  }

  private static Series distribution(String name, LoadResult result) {
    double[] sorted = shorts(result);
    Arrays.sort(sorted);
    return new Series(
        name,
        IntStream.range(0, PERCENTS).asDoubleStream().toArray(),
        IntStream.range(0, PERCENTS)
            .mapToDouble(i -> sorted[sorted.length * i / PERCENTS])
            .toArray());
  }
}
