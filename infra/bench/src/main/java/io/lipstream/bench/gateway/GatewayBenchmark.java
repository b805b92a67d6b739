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
 * POST /generate at a constant 200 requests a second, each answered when the ledger has decided. A
 * call is answered when its row is written, and that waits for no commit here: the gateway sends a
 * request to the partition of its job, and the stack has no quotas. With one, a request goes by
 * tenant to be counted and then by job, and the floor is two commit intervals of 100 ms.
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
    return "99th percentile of POST /generate at 200 a second; with a quota its floor is the commit interval of 100 ms, twice";
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
      out.printf(
          "answers: %s; with a quota two commit intervals of 100 ms would be the floor%n",
          figures.answers());
      figures.log().write(report.file("gateway.csv"));
      report.plot("latency.png", figures.log().windows(WINDOWS).plot("POST /generate")).end();
      return String.format(
          Locale.ROOT, "p99_ms=%.0f errors=%d", figures.percentile(0.99), figures.errors());
    }
  }
}
