package io.lipstream.bench.efficiency;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.LastLine;
import io.lipstream.bench.Options;
import io.lipstream.bench.ScratchFolder;
import io.lipstream.bench.pipeline.ChildProcess;
import io.lipstream.bench.pipeline.PipelineUser;
import io.lipstream.bench.pipeline.SampleClip;
import io.lipstream.bench.pipeline.SeparatePipeline;
import io.lipstream.bench.profile.FlameGraph;
import io.lipstream.bench.profile.StackSampler;
import io.lipstream.bench.profile.ThreadTimes;
import io.lipstream.bench.report.Report;
import io.lipstream.event.Completion;
import io.lipstream.event.Request;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Processor time a frame of the bare loop, in a process of its own, over that of Flink's
 * TaskManager process and over that of all processes of the pipeline, in turn, round after round,
 * with the same heap, collector and render threads. Every clip has files of its own, so that no
 * cache spares its work. A last round, which does not count, is profiled.
 */
public final class EfficiencyBenchmark implements Benchmark {
  private static final int THREADS = 2;
  private static final int SECONDS = 10;
  private static final int LARGE = 1024;
  private static final int SMALL = 512;
  private static final int WARM_UPS = 10;
  private static final int ROUNDS = 5;
  private static final int CLIPS = 4;

  @Override
  public String name() {
    return "efficiency";
  }

  @Override
  public String goal() {
    return "CPU-seconds a frame of the bare loop over those of the TaskManager at least 0.90 at"
        + " 1024x1024, over those of the whole machine 0.75; --runs N, --report FOLDER";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    Options options = Options.parse(arguments, "runs", "report");
    int rounds = options.integer("runs", ROUNDS);
    Report report = Report.begin(options, name(), "What the pipeline costs beside the bare loop");
    try (ScratchFolder folder = ScratchFolder.create(name());
        SeparatePipeline pipeline = SeparatePipeline.start(folder.path(), THREADS);
        PipelineUser user = PipelineUser.of(pipeline.stack());
        ChildProcess loop =
            ChildProcess.spokenWith(
                folder.path().resolve("loop.log"),
                BareLoop.class,
                Integer.toString(THREADS),
                folder.path().toString())) {
      Contest contest = new Contest(pipeline, user, loop, folder.path());
      Rounds small = contest.rounds(SMALL, rounds, out);
      Rounds large = contest.rounds(LARGE, rounds, out);
      contest.profile(report);
      String line = LastLine.efficiency(large.ratio(), large.pipelineFps(), large.loopFps());
      return told(report, small, large, rounds, line, out);
    }
  }

  private static String told(
      Report report, Rounds small, Rounds large, int rounds, String line, PrintStream out) {
    List<List<String>> costs = new ArrayList<>();
    costs.add(
        Report.row(
            "size",
            "bare loop, CPU ms a frame",
            "TaskManager",
            "all processes",
            "ratio",
            "ratio of the machine",
            "frames a second, pipeline",
            "bare loop"));
    costs.add(small.row("512x512"));
    costs.add(large.row("1024x1024"));
    costs.forEach(row -> out.println(String.join(" | ", row)));
    List<List<String>> threads = large.threadTable();
    threads.forEach(row -> out.printf("%-28s %12s %12s%n", row.get(0), row.get(1), row.get(2)));
    report
        .paragraph(
            "Medians of %d rounds of %d clips of %d s each, %d render threads on both sides."
                .formatted(rounds, CLIPS, SECONDS, THREADS))
        .table(costs)
        .paragraph("CPU ms a frame at 1024x1024 by kind of thread, all rounds:")
        .table(threads)
        .paragraph(
            "Where the threads' time goes, a round at 1024x1024: [TaskManager](taskmanager.svg),"
                + " [bare loop](loop.svg). Orange is Lipstream, yellow codecs and inference, blue"
                + " Flink, green the S3 client, violet Kafka.")
        .paragraph("![taskmanager.svg](taskmanager.svg)")
        .end(out, "efficiency", line);
    return line;
  }

  /** The two that are compared. */
  private record Contest(
      SeparatePipeline pipeline, PipelineUser user, ChildProcess loop, Path folder) {

    Rounds rounds(int resolution, int count, PrintStream out) {
      for (int round = 0; round < WARM_UPS; round++) {
        throughPipeline(resolution);
        throughLoop(resolution);
      }
      Rounds rounds = new Rounds();
      ThreadTimes taskManager = ThreadTimes.of(pipeline.taskManager().pid());
      ThreadTimes loopThreads = ThreadTimes.of(loop.pid());
      for (int round = 0; round < count; round++) {
        Cost own = throughPipeline(resolution);
        Cost bare = throughLoop(resolution);
        rounds.add(own, bare);
        out.printf(
            Locale.ROOT,
            "%d, round %d: TaskManager %.2f CPU-seconds, all %.2f, bare loop %.2f%n",
            resolution,
            round,
            own.processorSeconds(),
            own.machineSeconds(),
            bare.processorSeconds());
      }
      rounds.threads(
          ThreadTimes.of(pipeline.taskManager().pid()).since(taskManager),
          ThreadTimes.of(loop.pid()).since(loopThreads));
      return rounds;
    }

    private Cost throughPipeline(int resolution) {
      List<Request.Builder> requests = new ArrayList<>();
      for (int i = 0; i < CLIPS; i++) {
        SampleClip clip = SampleClip.write(folder, SECONDS, (int) System.nanoTime());
        requests.add(user.upload(clip, resolution));
        clip.delete();
      }
      double taskManager = pipeline.taskManager().processorSeconds();
      double machine = pipeline.processorSeconds();
      long start = System.nanoTime();
      requests.forEach(user::send);
      List<Completion> completions = user.await(CLIPS);
      double elapsed = (System.nanoTime() - start) / 1e9;
      return new Cost(
          completions.stream().mapToInt(each -> each.getVideo().getFrames()).sum(),
          elapsed,
          pipeline.taskManager().processorSeconds() - taskManager,
          pipeline.processorSeconds() - machine);
    }

    private Cost throughLoop(int resolution) {
      double before = loop.processorSeconds();
      double elapsed =
          Double.parseDouble(loop.ask("%d %d %d".formatted(resolution, CLIPS, SECONDS)));
      double spent = loop.processorSeconds() - before;
      return new Cost(CLIPS * SECONDS * Cost.FPS, elapsed, spent, spent);
    }

    void profile(Report report) {
      try (StackSampler sampler = StackSampler.of(pipeline.taskManager().pid())) {
        throughPipeline(LARGE);
        FlameGraph.write(report.file("taskmanager.svg"), "TaskManager, 1024x1024", sampler.end());
      }
      try (StackSampler sampler = StackSampler.of(loop.pid())) {
        throughLoop(LARGE);
        FlameGraph.write(report.file("loop.svg"), "Bare loop, 1024x1024", sampler.end());
      }
    }
  }
}
