package io.lipstream.bench.mel;

import io.lipstream.audio.MelParameters;
import io.lipstream.audio.MelSpectrogram;
import io.lipstream.bench.BenchMain;
import io.lipstream.bench.Benchmark;
import io.lipstream.bench.Options;
import io.lipstream.bench.Timing;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jtransforms.fft.DoubleFFT_1D;

/**
 * Log-mel spectrogram of a minute of sound on one thread, against the same number of windowed
 * transforms by JTransforms, and against libavfilter's aspectralstats, the filter nearest to it.
 */
public final class MelBenchmark implements Benchmark {
  private static final int WARM_UPS = 12;
  private static final int ROUNDS = 15;
  private static final int SECONDS = 60;

  private final MelParameters parameters = MelParameters.embeddedSoundNetwork();
  private final float[] samples = sound(SECONDS * parameters.sampleRate());
  private double sink;

  public static void main(String[] arguments) {
    BenchMain.main(new String[] {"mel"});
  }

  @Override
  public String name() {
    return "mel";
  }

  @Override
  public String goal() {
    return "log-mel spectrogram in at most twice the time of as many plain FFTs (JTransforms), and"
        + " faster than ffmpeg's nearest filter (aspectralstats)";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    Options.parse(arguments);
    out.printf(
        "%d s of mono %d Hz, %d frames of %d points, hop %d, %d bands; one thread, medians of %d%n",
        SECONDS,
        parameters.sampleRate(),
        parameters.frameCount(samples.length),
        parameters.transformLength(),
        parameters.hopLength(),
        parameters.bands(),
        ROUNDS);
    out.println("ffmpeg: " + SpectralStatistics.GRAPH);
    try (SpectralStatistics filter = new SpectralStatistics(samples)) {
      double[] medians =
          Timing.medians(
              WARM_UPS, ROUNDS, this::melSpectrogram, this::plainTransforms, filter::run);
      double mel = medians[0];
      return String.format(
          Locale.ROOT,
          "frames=%d ours_ms=%.2f plain_fft_ms=%.2f ffmpeg_ms=%.2f times_plain_fft=%.2f"
              + " times_ffmpeg=%.2f times_real_time=%.0f",
          parameters.frameCount(samples.length),
          mel,
          medians[1],
          medians[2],
          mel / medians[1],
          mel / medians[2],
          SECONDS * 1000 / mel);
    }
  }

  private void melSpectrogram() {
    MelSpectrogram spectrogram = new MelSpectrogram(parameters);
    int piece = 4096;
    for (int from = 0; from < samples.length; from += piece) {
      int count = Math.min(piece, samples.length - from);
      spectrogram.push(samples, from, count, frame -> sink += frame[0]);
    }
    spectrogram.finish(frame -> sink += frame[0]);
  }

  private void plainTransforms() {
    DoubleFFT_1D transform = new DoubleFFT_1D(parameters.transformLength());
    double[] window = new double[parameters.windowLength()];
    for (int i = 0; i < window.length; i++) {
      window[i] = 0.5 - 0.5 * Math.cos(2 * Math.PI * i / (window.length - 1));
    }
    double[] points = new double[parameters.transformLength()];
    long frames = parameters.frameCount(samples.length);
    for (int frame = 0; frame < frames; frame++) {
      int from = Math.min(frame * parameters.hopLength(), samples.length - window.length);
      for (int i = 0; i < window.length; i++) {
        points[i] = samples[from + i] * window[i];
      }
      Arrays.fill(points, window.length, points.length, 0);
      transform.realForward(points);
      sink += points[2];
    }
  }

  private static float[] sound(int length) {
    Random random = new Random(1);
    float[] samples = new float[length];
    for (int i = 0; i < length; i++) {
      samples[i] = (float) (0.3 * Math.sin(0.05 * i) + 0.1 * random.nextGaussian());
    }
    return samples;
  }
}
