package io.lipstream.bench.video;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.Options;
import io.lipstream.bench.Timing;
import io.lipstream.rendering.Region;
import io.lipstream.rendering.RenderingSettings;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * A frame of the face region, beside two remaps of it by OpenCV, which is the least that moving two
 * layers can cost, and beside the bundle's graph on the engine. One thread. Regions are of the
 * sample photo, so times are scaled by area to those of the goal.
 */
public final class RenderBenchmark implements Benchmark {
  private static final double SMALL = 193 * 219;
  private static final double LARGE = 386 * 438;

  @Override
  public String name() {
    return "render";
  }

  @Override
  public String goal() {
    return "a frame of a face region of 193x219 pixels in at most 1.5 ms, of 386x438 in 5 ms";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    Options.parse(arguments);
    try (SampleScene small = new SampleScene(512);
        SampleScene large = new SampleScene(1024);
        SampleScene graph = new SampleScene(512, RenderingSettings.Path.GRAPH);
        TwoRemaps remaps = new TwoRemaps(small.scene().region())) {
      out.printf(
          "%s; regions %s and %s, %d frames a round, medians of 5%n",
          small.rendererName(),
          text(small.scene().region()),
          text(large.scene().region()),
          SampleScene.FRAMES);
      double[] rounds =
          Timing.medians(
              3,
              5,
              small::render,
              large::render,
              graph::render,
              () -> remaps.run(SampleScene.FRAMES));
      double[] frames = new double[rounds.length];
      for (int i = 0; i < rounds.length; i++) {
        frames[i] = rounds[i] / SampleScene.FRAMES;
      }
      double toSmall = SMALL / area(small.scene().region());
      out.printf(
          Locale.ROOT,
          "the same frames by the graph, on the engine's threads: %.2f ms%n",
          toSmall * frames[2]);
      return String.format(
          Locale.ROOT,
          "ms_small=%.2f ms_large=%.2f remap_ms=%.2f",
          toSmall * frames[0],
          LARGE / area(large.scene().region()) * frames[1],
          toSmall * frames[3]);
    }
  }

  private static double area(Region region) {
    return (double) region.width() * region.height();
  }

  private static String text(Region region) {
    return region.width() + "x" + region.height();
  }
}
