package io.lipstream.bench.video;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.Timing;
import io.lipstream.rendering.Region;
import java.io.PrintStream;
import java.util.Locale;

/** The renderer's graph on the sample photo, with the default engine and threads. */
public final class RendererBenchmark implements Benchmark {
  @Override
  public String name() {
    return "renderer";
  }

  @Override
  public String goal() {
    return "a frame of the face region of a 512x512 photo in at most 20 ms";
  }

  @Override
  public String run(PrintStream out) {
    try (SampleScene small = new SampleScene(512);
        SampleScene large = new SampleScene(1024)) {
      Region region = small.scene().region();
      out.printf(
          "%d frames a round, region %dx%d at 512x512; medians of 9%n",
          SampleScene.FRAMES, region.width(), region.height());
      double[] medians = Timing.medians(3, 9, small::render, large::render);
      return String.format(
          Locale.ROOT,
          "frame_ms_512=%.2f frame_ms_1024=%.2f",
          medians[0] / SampleScene.FRAMES,
          medians[1] / SampleScene.FRAMES);
    }
  }
}
