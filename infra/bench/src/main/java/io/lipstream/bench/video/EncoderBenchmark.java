package io.lipstream.bench.video;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.Options;
import io.lipstream.bench.Timing;
import io.lipstream.encoding.EncodingSettings;
import io.lipstream.encoding.PieceEncoder;
import io.lipstream.encoding.StillPicture;
import io.lipstream.portrait.RgbImage;
import io.lipstream.rendering.Region;
import io.lipstream.settings.Settings;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Pieces of rendered frames of the sample photo, encoded with the default settings, one thread. */
public final class EncoderBenchmark implements Benchmark {
  private final PieceEncoder encoder =
      new PieceEncoder(EncodingSettings.from(Settings.parse(EncodingSettings.SETTINGS, Map.of())));

  @Override
  public String name() {
    return "encoder";
  }

  @Override
  public String goal() {
    return "at least 200 frames a second at 1024x1024 with a still background";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    Options.parse(arguments);
    Rendered small = Rendered.at(512);
    Rendered large = Rendered.at(1024);
    int smallBytes = encode(small).length;
    int largeBytes = encode(large).length;
    out.printf("%d frames a piece; medians of 9%n", SampleScene.FRAMES);
    double[] medians = Timing.medians(3, 9, () -> encode(small), () -> encode(large));
    return String.format(
        Locale.ROOT,
        "fps_512=%.0f fps_1024=%.0f piece_kb_512=%.0f piece_kb_1024=%.0f",
        1000 * SampleScene.FRAMES / medians[0],
        1000 * SampleScene.FRAMES / medians[1],
        smallBytes / 1e3,
        largeBytes / 1e3);
  }

  private byte[] encode(Rendered rendered) {
    return encoder.encode(
        rendered.still(), rendered.region(), 25, sink -> rendered.frames().forEach(sink::frame));
  }

  /** What is there before encoding begins. */
  private record Rendered(StillPicture still, Region region, List<RgbImage> frames) {
    static Rendered at(int resolution) {
      try (SampleScene sample = new SampleScene(resolution)) {
        return new Rendered(
            StillPicture.of(sample.scene().still()), sample.scene().region(), sample.render());
      }
    }
  }
}
