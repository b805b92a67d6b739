package io.lipstream.bench.load;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.Options;
import io.lipstream.bench.statistics.Percentile;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Draws median and 99th percentile over time from the latencies that a load run has written. */
public final class PlotBenchmark implements Benchmark {
  private static final int WINDOWS = 20;

  @Override
  public String name() {
    return "plot";
  }

  @Override
  public String goal() {
    return "p50 and p99 over time from a load run's FILE.csv (second,latency_ms) as FILE.png; --windows N";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    if (arguments.isEmpty()) {
      throw new LipstreamException(
          ErrorCode.INVALID_PARAMETER, "expected a CSV file with " + LoadLog.HEADER);
    }
    Path file = Path.of(arguments.get(0));
    Options options = Options.parse(arguments.subList(1, arguments.size()), "windows");
    LoadLog log = LoadLog.read(file);
    Path picture =
        file.resolveSibling(file.getFileName().toString().replaceAll("\\.csv$", "") + ".png");
    log.windows(options.integer("windows", WINDOWS)).plot("Latency of requests").write(picture);
    return String.format(
        Locale.ROOT,
        "requests=%d p99_ms=%.0f file=%s",
        log.milliseconds().length,
        Percentile.of(log.milliseconds(), 0.99),
        picture);
  }
}
