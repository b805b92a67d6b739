package io.lipstream.bench.latency;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.LastLine;
import io.lipstream.bench.Options;
import io.lipstream.bench.ScratchFolder;
import io.lipstream.bench.Timing;
import io.lipstream.bench.pipeline.PipelineUser;
import io.lipstream.bench.pipeline.SampleClip;
import io.lipstream.bench.report.Plot;
import io.lipstream.bench.report.Report;
import io.lipstream.bench.report.Series;
import io.lipstream.bench.statistics.Percentile;
import io.lipstream.bench.video.BareClip;
import io.lipstream.bench.video.ClipTimes;
import io.lipstream.event.Completion;
import io.lipstream.event.Request;
import io.lipstream.local.stack.LocalStack;
import io.lipstream.local.stack.StackOptions;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * One clip of 10 s at 512x512 at a time, from the request to its completion in a client's hands,
 * through the whole embedded stack, beside the bare loop, in turn, in one process, with as many
 * render threads on both sides. Every clip has files of its own, so that no cache spares its work.
 */
public final class LatencyBenchmark implements Benchmark {
  private static final int THREADS = 2;
  private static final int RESOLUTION = 512;
  private static final int SECONDS = 10;
  private static final int WARM_UPS = 8;
  private static final int RUNS = 21;

  @Override
  public String name() {
    return "latency";
  }

  @Override
  public String goal() {
    return "an unloaded clip of 10 s at 512x512 takes at most 400 ms more than the bare loop's median,"
        + " 700 ms at the 95th percentile; --runs N, --report FOLDER";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    Options options = Options.parse(arguments, "runs", "report");
    int runs = options.integer("runs", RUNS);
    Report report = Report.begin(options, name(), "Unloaded latency of a clip of 10 s at 512x512");
    try (ScratchFolder folder = ScratchFolder.create(name());
        LocalStack stack =
            LocalStack.start(
                StackOptions.in(folder.path())
                    .with("job.render-threads", Integer.toString(THREADS)));
        PipelineUser user = PipelineUser.of(stack);
        BareClip bare = new BareClip(THREADS)) {
      List<ClipTimes> loop = new ArrayList<>();
      List<Journey> journeys = new ArrayList<>();
      for (int run = -WARM_UPS; run < runs; run++) {
        SampleClip clip = SampleClip.write(folder.path(), SECONDS, run);
        ClipTimes times = bare.make(clip.photo(), clip.voice(), RESOLUTION, folder.path());
        Journey journey = journey(user, clip);
        clip.delete();
        out.printf(
            Locale.ROOT,
            "%s %d: bare loop %.0f ms, pipeline %.0f ms%n",
            run < 0 ? "warm-up" : "run",
            run < 0 ? run + WARM_UPS : run,
            times.seconds() * 1000,
            journey.milliseconds());
        if (run >= 0) {
          loop.add(times);
          journeys.add(journey);
        }
      }
      return result(loop, journeys, report, out);
    }
  }

  private static Journey journey(PipelineUser user, SampleClip clip) {
    Request.Builder request = user.upload(clip, RESOLUTION);
    long sentAt = System.currentTimeMillis();
    user.send(request);
    Completion completion = user.await();
    return new Journey(completion, sentAt, System.currentTimeMillis());
  }

  private static String result(
      List<ClipTimes> loop, List<Journey> journeys, Report report, PrintStream out) {
    double bare = Timing.median(loop.stream().mapToDouble(each -> each.seconds() * 1000).toArray());
    double[] over =
        journeys.stream().mapToDouble(journey -> journey.milliseconds() - bare).toArray();
    List<List<String>> table = new ArrayList<>();
    table.add(Report.row("part", "pipeline, ms", "bare loop, ms", "more, ms"));
    for (Part part : Part.ALL) {
      double pipeline = Timing.median(journeys.stream().mapToDouble(part.pipeline()).toArray());
      double same = Timing.median(loop.stream().mapToDouble(part.loop()).toArray());
      table.add(Report.row(part.text(), pipeline, same, pipeline - same));
    }
    double all = Timing.median(journeys.stream().mapToDouble(Journey::milliseconds).toArray());
    table.add(Report.row("all", all, bare, all - bare));
    table.forEach(
        row -> out.printf("%-58s %12s %14s %9s%n", row.get(0), row.get(1), row.get(2), row.get(3)));
    String line = LastLine.latency(Timing.median(over), Percentile.of(over, 0.95));
    double[] runs = IntStream.rangeClosed(1, over.length).asDoubleStream().toArray();
    report
        .paragraph(
            "Medians of %d runs after %d that do not count; %d render threads on both sides. Rows are"
                    .formatted(over.length, WARM_UPS, THREADS)
                + " medians of their own and need not add up.")
        .table(table)
        .plot(
            "latency.png",
            new Plot("A clip of 10 s at 512x512", "run", "ms")
                .with(
                    new Series(
                        "pipeline",
                        runs,
                        journeys.stream().mapToDouble(Journey::milliseconds).toArray()))
                .with(
                    new Series(
                        "bare loop",
                        runs,
                        loop.stream().mapToDouble(each -> each.seconds() * 1000).toArray()))
                .with(new Series("over the bare loop's median", runs, over)))
        .end(out, "latency", line);
    return line;
  }
}
