package io.lipstream.bench.sync;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.Options;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.Network;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * How well the mouth of rendered frames follows the sound: the opening that the bundle's mesh sees
 * on them against the one that the aligned phones ask for. Real speech is five sentences of a novel
 * that the sound network was not trained on, aligned by force; synthetic speech has exact times.
 * The ceiling is the same renderer, driven by the phones in place of the sound network. Before
 * that, how the sound network hears through noise and the like, and how well portraits of all kinds
 * stay themselves.
 */
public final class SyncBenchmark implements Benchmark {
  private static final List<String> REAL =
      List.of("austen-0870", "austen-0880", "austen-0890", "austen-0920", "austen-0930");
  private static final List<String> SYNTHETIC =
      List.of(
          "synthetic-en",
          "synthetic-zh",
          "synthetic-es",
          "synthetic-fr",
          "synthetic-de",
          "synthetic-ked");

  /** Lips count as closed up to this share of the way from rest to wide open. */
  private static final double CLOSED = 0.12;

  private static final double WIDE_OPEN = 0.95;
  private static final int SHIFT_ROWS = 30;

  /** A control that reaches so much would say that the measure measures nothing. */
  private static final double MOST_OF_A_CONTROL = 0.3;

  private static final double SILENT_SECONDS = 3;
  private static final int RESOLUTION = 512;

  @Override
  public String name() {
    return "sync";
  }

  @Override
  public String goal() {
    return "lag within 20 ms, opening r at least 0.80 on real and 0.92 on synthetic speech, 90 % of p b m closed, 95 % of silence";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    Options.parse(arguments);
    try {
      Path folder = Files.createTempDirectory("lipstream-sync-");
      try (Studio studio = new Studio(folder)) {
        new ConditionTable(studio, out).print(REAL, SYNTHETIC);
        new PortraitTable(studio, out).print();
        return measure(studio, folder, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String measure(Studio studio, Path folder, PrintStream out) {
    TalkingPortrait portrait = new TalkingPortrait(studio, studio.photo(), RESOLUTION);
    Network sound = studio.sound();
    MeasuredClips real = say(portrait, folder, REAL, reference -> sound);
    MeasuredClips synthetic = say(portrait, folder, SYNTHETIC, reference -> sound);
    MeasuredClips ceiling = say(portrait, folder, REAL, AlignedPhones::new);
    MeasuredClips nothing = sayNothing(portrait, folder, real.clips().get(1).reference(), sound);
    List<MeasuredClip> clips = new ArrayList<>(real.clips());
    clips.addAll(synthetic.clips());
    MeasuredClips all = new MeasuredClips(clips);
    double rest = Curves.quantile(gaps(nothing.clips()), 0.5);
    double wide = Curves.quantile(gaps(clips), WIDE_OPEN);
    double limit = rest + CLOSED * (wide - rest);
    out.printf(
        Locale.ROOT,
        "lips: at rest %.3f, wide open %.3f, closed under %.3f of the eyes' distance%n",
        rest,
        wide,
        limit);
    SyncTable table = new SyncTable(out, limit);
    for (int i = 0; i < clips.size(); i++) {
      table.row(clips.get(i).reference().name(), new MeasuredClips(List.of(clips.get(i))));
    }
    table.row("real", real);
    table.row("synthetic", synthetic);
    table.row("phones, real", ceiling);
    draw(clips, wide, folder);
    out.println(Pictures.LEGEND);
    out.println("pictures: " + folder);
    controls(real, nothing, limit, out);
    return String.format(
        Locale.ROOT,
        "lag_ms=%d r_real=%.3f r_synthetic=%.3f bilabials=%.2f silence=%.2f",
        real.bestLagMilliseconds(),
        real.correlation(0),
        synthetic.correlation(0),
        all.bilabialsClosed(limit),
        all.silenceClosed(limit));
  }

  /** What must not fit: if it does, nothing that was measured means anything. */
  private static void controls(
      MeasuredClips real, MeasuredClips nothing, double limit, PrintStream out) {
    control("the sound shifted by 300 ms", real.correlation(SHIFT_ROWS), out);
    control("another clip's sound", real.correlationWithAnother(), out);
    out.printf(
        Locale.ROOT,
        "control: no sound, wide vowels opened %.2f, must be 0; with the sound %.2f%n",
        nothing.vowelsOpened(limit),
        real.vowelsOpened(limit));
    if (nothing.vowelsOpened(limit) > 0) {
      throw failed("a mouth without sound opens");
    }
  }

  private static void control(String what, double correlation, PrintStream out) {
    out.printf(
        Locale.ROOT, "control: %s, r %.3f, at most %.1f%n", what, correlation, MOST_OF_A_CONTROL);
    if (correlation > MOST_OF_A_CONTROL) {
      throw failed(String.format(Locale.ROOT, "%s fits the mouth with r %.3f", what, correlation));
    }
  }

  private static LipstreamException failed(String message) {
    return new LipstreamException(ErrorCode.INTERNAL, message);
  }

  private static MeasuredClips say(
      TalkingPortrait portrait,
      Path folder,
      List<String> names,
      Function<Reference, Network> network) {
    return new MeasuredClips(
        names.stream()
            .map(Reference::read)
            .map(each -> portrait.say(each, each.recording(folder), network.apply(each)))
            .toList());
  }

  private static MeasuredClips sayNothing(
      TalkingPortrait portrait, Path folder, Reference wanted, Network sound) {
    Path silence = Silence.write(folder.resolve("silence.wav"), SILENT_SECONDS);
    return new MeasuredClips(List.of(portrait.say(wanted, silence, sound)));
  }

  private static double[] gaps(List<MeasuredClip> clips) {
    return clips.stream().flatMapToDouble(clip -> DoubleStream.of(clip.measured())).toArray();
  }

  private static void draw(List<MeasuredClip> clips, double widest, Path folder) {
    for (MeasuredClip clip : clips) {
      String name = clip.reference().name();
      Pictures.sheet(clip, widest, folder.resolve(name + "-sheet.png"));
      Pictures.plot(clip, folder.resolve(name + "-opening.png"));
    }
  }
}
