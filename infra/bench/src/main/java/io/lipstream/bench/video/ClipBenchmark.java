package io.lipstream.bench.video;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.Options;
import io.lipstream.bench.ScratchFolder;
import io.lipstream.bench.Timing;
import io.lipstream.bench.pipeline.SampleClip;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A clip of 10 s from photo and recording to MP4 by the product's stages without a pipeline, on two
 * threads, split by stage.
 */
public final class ClipBenchmark implements Benchmark {
  private static final int THREADS = 2;
  private static final int WARM_UPS = 3;
  private static final int ROUNDS = 5;
  private static final List<String> SET_UP = List.of("portrait", "scene", "still picture");
  private static final int SET_UP_WARM_UPS = 30;
  private static final int SECONDS = 10;

  @Override
  public String name() {
    return "clip";
  }

  @Override
  public String goal() {
    return "10 s at 512x512 in at most 2.5 s, at 1024x1024 in 6 s, on 2 cores; no stage but graph and"
        + " H.264 above a tenth; set-up of the portrait in at most 60 and 150 ms";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    Options.parse(arguments);
    try (ScratchFolder folder = ScratchFolder.create("clip");
        BareClip bare = new BareClip(THREADS)) {
      SampleClip clip = SampleClip.write(folder.path(), SECONDS, 0);
      setUp(bare, clip.photo(), 512, out);
      setUp(bare, clip.photo(), 1024, out);
      Result small = measured(bare, clip, 512, folder.path(), out);
      Result large = measured(bare, clip, 1024, folder.path(), out);
      return String.format(
          Locale.ROOT,
          "s_512=%.2f s_1024=%.2f graph_share=%.2f h264_share=%.2f",
          small.seconds(),
          large.seconds(),
          large.last().shares().get("graph"),
          large.last().shares().get("h264"));
    }
  }

  /** Prints the first time after a start, and what it is once the machine is warm. */
  private static void setUp(BareClip bare, Path photo, int resolution, PrintStream out) {
    double first = setUpMilliseconds(bare.setUp(photo, resolution));
    double[] warm = new double[ROUNDS];
    ClipTimes last = null;
    for (int round = -SET_UP_WARM_UPS; round < ROUNDS; round++) {
      last = bare.setUp(photo, resolution);
      warm[Math.max(0, round)] = setUpMilliseconds(last);
    }
    out.printf(
        Locale.ROOT,
        "set-up of the portrait at %dx%d: first %.0f ms, warm %.0f ms, median of %d; of the last"
            + " portrait %.0f, scene %.0f, still picture %.0f ms%n",
        resolution,
        resolution,
        first,
        Timing.median(warm),
        ROUNDS,
        last.milliseconds("portrait"),
        last.milliseconds("scene"),
        last.milliseconds("still picture"));
  }

  private static double setUpMilliseconds(ClipTimes times) {
    return SET_UP.stream().mapToDouble(times::milliseconds).sum();
  }

  private record Result(double seconds, ClipTimes last) {}

  private static Result measured(
      BareClip bare, SampleClip clip, int resolution, Path folder, PrintStream out) {
    double[] seconds = new double[ROUNDS];
    ClipTimes last = null;
    for (int round = -WARM_UPS; round < ROUNDS; round++) {
      ClipTimes times = bare.make(clip.photo(), clip.voice(), resolution, folder);
      if (round >= 0) {
        seconds[round] = times.seconds();
        last = times;
      }
    }
    double median = Timing.median(seconds);
    out.printf(
        Locale.ROOT, "%dx%d: %.2f s, median of %d%n", resolution, resolution, median, ROUNDS);
    ClipTimes split = last;
    split
        .shares()
        .forEach(
            (stage, share) ->
                out.printf(
                    Locale.ROOT,
                    "  %-14s %4.1f %%  %6.0f ms%n",
                    stage,
                    100 * share,
                    split.milliseconds(stage)));
    return new Result(median, last);
  }
}
