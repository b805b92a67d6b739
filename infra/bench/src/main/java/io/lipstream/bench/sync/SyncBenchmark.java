package io.lipstream.bench.sync;

import io.lipstream.bench.Benchmark;
import io.lipstream.bench.Options;
import io.lipstream.inference.Network;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * How well the mouth of rendered frames follows the sound: the opening that the bundle's mesh, and
 * an independent network, see on them against the one that the aligned phones ask for. Real speech
 * is five sentences of a novel that the sound network was not trained on, aligned by force;
 * synthetic speech has exact times. The ceiling is the same renderer, driven by the phones in place
 * of the sound network. Before that, how the sound network hears through noise and the like, and
 * how well portraits of all kinds stay themselves.
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
    Observation byMesh =
        new Observation(
            say(portrait, folder, REAL, reference -> sound),
            say(portrait, folder, SYNTHETIC, reference -> sound),
            say(portrait, folder, REAL, AlignedPhones::new),
            sayNothing(portrait, folder, Reference.read(REAL.get(1)), sound));
    out.println("by the bundle's own mesh:");
    byMesh.print(out);
    out.println("by 68 points of a network that is not the bundle's, on the same frames:");
    byMesh.independent().print(out);
    for (MeasuredClip clip : byMesh.spoken().clips()) {
      String name = clip.reference().name();
      Pictures.sheet(clip, byMesh.wide(), folder.resolve(name + "-sheet.png"));
      Pictures.plot(clip, folder.resolve(name + "-opening.png"));
    }
    out.println(Pictures.LEGEND);
    out.println("pictures: " + folder);
    return byMesh.lastLine();
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
}
