package io.lipstream.bench.soak;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.LastLine;
import io.lipstream.bench.Options;
import io.lipstream.bench.ScratchFolder;
import io.lipstream.bench.load.LoadLog;
import io.lipstream.bench.pipeline.SeparatePipeline;
import io.lipstream.bench.report.Plot;
import io.lipstream.bench.report.Report;
import io.lipstream.bench.report.Series;
import io.lipstream.bench.statistics.Percentile;
import io.lipstream.bench.statistics.RobustSlope;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * Clips at a constant rate through the real pipeline, with the TaskManager in a process of its own,
 * whose heap is resident as a whole from its start: what grows is native memory, and a heap that
 * fills shows in the latencies. Slopes are Theil and Sen's over twenty windows, in percent of the
 * median over the whole run.
 */
public final class SoakBenchmark implements Benchmark {
  private static final int SECONDS = 900;
  private static final int WARM_UP_SECONDS = 60;
  private static final int PER_MINUTE = 60;
  private static final int WINDOWS = 20;
  private static final int RENDER_THREADS = 2;

  @Override
  public String name() {
    return "soak";
  }

  @Override
  public String goal() {
    return "15 min at a constant rate: slopes of p99 and of the TaskManager's resident memory about 0;"
        + " --seconds N, --warm-up N, --per-minute N, --report FOLDER";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    Options options = Options.parse(arguments, "seconds", "warm-up", "per-minute", "report");
    int seconds = options.integer("seconds", SECONDS);
    int perMinute = options.integer("per-minute", PER_MINUTE);
    Report report =
        Report.begin(options, name(), "%d s at %d clips a minute".formatted(seconds, perMinute));
    try (ScratchFolder folder = ScratchFolder.create(name());
        SeparatePipeline pipeline = SeparatePipeline.start(folder.path(), RENDER_THREADS)) {
      SteadyClips clips = new SteadyClips(pipeline, folder.path(), perMinute);
      out.println("warm-up …");
      clips.run(options.integer("warm-up", WARM_UP_SECONDS), new ResidentMemory(pid(pipeline)));
      out.println("measured …");
      ResidentMemory memory = new ResidentMemory(pid(pipeline));
      LoadLog log = clips.run(seconds, memory);
      return result(log, memory, seconds, report, out);
    }
  }

  private static long pid(SeparatePipeline pipeline) {
    return pipeline.taskManager().pid();
  }

  private static String result(
      LoadLog log, ResidentMemory memory, int seconds, Report report, PrintStream out) {
    LoadLog.Windows windows = log.windows(WINDOWS);
    RobustSlope latency = RobustSlope.through(windows.middles(), windows.p99());
    double[] times = memory.seconds(WINDOWS);
    RobustSlope resident = RobustSlope.through(times, memory.megabytes(WINDOWS));
    log.write(report.file("soak.csv"));
    String line =
        LastLine.soak(latency.percentOver(seconds), resident.percentOver(seconds), seconds);
    report
        .paragraph(
            String.format(
                Locale.ROOT,
                "%d clips of 2 s at 512x512; p50 %.0f ms, p99 %.0f ms, the median window's p99 %.0f ms;"
                    + " resident memory of the TaskManager %.0f MB.",
                log.milliseconds().length,
                Percentile.of(log.milliseconds(), 0.5),
                Percentile.of(log.milliseconds(), 0.99),
                latency.middle(),
                resident.middle()))
        .plot("latency.png", windows.plot("Latency of requests"))
        .plot(
            "memory.png",
            new Plot("TaskManager", "seconds", "MB resident")
                .with(new Series("resident", times, memory.megabytes(WINDOWS))))
        .paragraph("Draw it again with `infra/lipstream bench plot soak.csv`.")
        .end(out, "soak", line);
    return line;
  }
}
