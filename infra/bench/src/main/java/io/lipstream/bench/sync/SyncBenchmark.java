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
 * was not taught and is aligned by force; synthetic speech has exact times. The ceiling is the same
 * renderer, driven by the phones in place of the sound network. Before that, how the sound network
 * hears through noise and the like, and how well portraits of all kinds stay themselves.
 */
public final class SyncBenchmark implements Benchmark {
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
    if (!Speech.hasWords()) {
      out.println("without the words of the loudspeaker test: apt-get install alsa-utils");
    }
    try {
      Path folder = Files.createTempDirectory("lipstream-sync-");
      try (Studio studio = new Studio(folder)) {
        new ConditionTable(studio, out).print(Speech.real(), Speech.SYNTHETIC);
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
    List<String> real = Speech.real();
    Observation byMesh =
        new Observation(
            say(portrait, folder, real, reference -> sound),
            say(portrait, folder, Speech.SYNTHETIC, reference -> sound),
            say(portrait, folder, real, AlignedPhones::new),
            sayNothing(portrait, folder, Reference.read(real.get(1)), sound));
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
