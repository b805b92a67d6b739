package io.lipstream.bench.gateway;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.IdleJob;
import io.lipstream.bench.Options;
import io.lipstream.bench.ScratchFolder;
import io.lipstream.bench.report.Report;
import io.lipstream.local.stack.LocalStack;
import io.lipstream.local.stack.StackOptions;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * POST /generate at a constant 200 requests a second, each answered when the ledger has decided.
 * Its floor is the commit interval of 100 ms: a request is keyed by its job in one transaction, and
 * the ledger reads only what is committed. The stack has no quotas; with one, there is a
 * transaction more, in which requests are counted.
 */
public final class GatewayBenchmark implements Benchmark {
  private static final int PER_SECOND = 200;
  private static final int WINDOWS = 20;
  private static final Duration WARM_UP = Duration.ofSeconds(20);
  private static final Duration MEASURED = Duration.ofSeconds(60);

  @Override
  public String name() {
    return "gateway";
  }

  @Override
  public String goal() {
    return "99th percentile of POST /generate at 200 a second; its floor is the commit interval of 100 ms";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    Report report =
        Report.begin(
            Options.parse(arguments, "report"),
            name(),
            "POST /generate at %d a second".formatted(PER_SECOND));
    try (ScratchFolder folder = ScratchFolder.create("gateway");
        LocalStack stack =
            LocalStack.start(
                StackOptions.in(folder.path()).with("ingest.commit-interval-ms", "100"),
                new IdleJob())) {
      SteadyCalls calls =
          new SteadyCalls(URI.create(stack.addresses().http() + "/generate"), PER_SECOND);
      calls.run("warm-up", WARM_UP);
      SteadyCalls.Figures figures = calls.run("measured", MEASURED);
      out.printf(
          Locale.ROOT,
          "%d calls at %d a second, from the instant each was due: p50 %.0f ms, p90 %.0f, p99 %.0f, most %.0f%n",
          figures.log().milliseconds().length,
          PER_SECOND,
          figures.percentile(0.5),
          figures.percentile(0.9),
          figures.percentile(0.99),
          figures.percentile(1));
      out.printf("answers: %s; the floor is the commit interval, 100 ms%n", figures.answers());
      figures.log().write(report.file("gateway.csv"));
      report.plot("latency.png", figures.log().windows(WINDOWS).plot("POST /generate")).end();
      return String.format(
          Locale.ROOT, "p99_ms=%.0f errors=%d", figures.percentile(0.99), figures.errors());
    }
  }
}
