package io.lipstream.bench.video;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.ScratchFolder;
import io.lipstream.bench.Timing;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
  private static final int SECONDS = 10;

  /** Size field and samples of the sample recording, which is a plain PCM WAVE file. */
  private static final int RIFF_SIZE_AT = 4;

  private static final int HEADER_BYTES = 44;
  private static final int BYTE_RATE_AT = 28;

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
  public String run(PrintStream out) {
    try (ScratchFolder folder = ScratchFolder.create("clip");
        BareClip bare = new BareClip(THREADS)) {
      Path photo = folder.path().resolve("photo.png");
      Path voice = folder.path().resolve("voice.wav");
      copySamples(photo, voice);
      Result small = measured(bare, photo, voice, 512, folder.path(), out);
      Result large = measured(bare, photo, voice, 1024, folder.path(), out);
      return String.format(
          Locale.ROOT,
          "s_512=%.2f s_1024=%.2f graph_share=%.2f h264_share=%.2f",
          small.seconds(),
          large.seconds(),
          large.last().shares().get("graph"),
          large.last().shares().get("h264"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record Result(double seconds, ClipTimes last) {}

  private static Result measured(
      BareClip bare, Path photo, Path voice, int resolution, Path folder, PrintStream out) {
    double[] seconds = new double[ROUNDS];
    double[] setUps = new double[ROUNDS];
    ClipTimes last = null;
    for (int round = -WARM_UPS; round < ROUNDS; round++) {
      ClipTimes times = bare.make(photo, voice, resolution, folder);
      if (round >= 0) {
        seconds[round] = times.elapsed();
        setUps[round] = SET_UP.stream().mapToDouble(times::milliseconds).sum();
        last = times;
      }
    }
    double median = Timing.median(seconds);
    out.printf(
        Locale.ROOT,
        "%dx%d: %.2f s, of it the portrait's set-up %.0f ms; medians of %d%n",
        resolution,
        resolution,
        median,
        Timing.median(setUps),
        ROUNDS);
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

  /** The sample photo, and the sample recording repeated to the length that is wanted. */
  private static void copySamples(Path photo, Path voice) throws IOException {
    try (InputStream in = ClipBenchmark.class.getResourceAsStream("/samples/astronaut.png")) {
      Files.copy(in, photo);
    }
    try (InputStream in = ClipBenchmark.class.getResourceAsStream("/samples/austen-0880.wav")) {
      byte[] sample = in.readAllBytes();
      ByteBuffer header = ByteBuffer.wrap(sample).order(ByteOrder.LITTLE_ENDIAN);
      int wanted = SECONDS * header.getInt(BYTE_RATE_AT);
      byte[] longer = Arrays.copyOf(sample, HEADER_BYTES + wanted);
      int period = sample.length - HEADER_BYTES;
      for (int i = period; i < wanted; i++) {
        longer[HEADER_BYTES + i] = longer[HEADER_BYTES + i - period];
      }
      ByteBuffer sizes = ByteBuffer.wrap(longer).order(ByteOrder.LITTLE_ENDIAN);
      sizes.putInt(RIFF_SIZE_AT, longer.length - 8).putInt(HEADER_BYTES - 4, wanted);
      Files.write(voice, longer);
    }
  }
}
