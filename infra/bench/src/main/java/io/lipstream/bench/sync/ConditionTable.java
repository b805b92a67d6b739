package io.lipstream.bench.sync;

import io.lipstream.motion.MotionChannel;
import io.lipstream.motion.MotionTrack;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * How well the sound network hears through each {@link Condition}: the jaw that it commands against
 * the opening that the aligned phones ask for, no frame rendered.
 */
final class ConditionTable {
  private final Studio studio;
  private final PrintStream out;

  ConditionTable(Studio studio, PrintStream out) {
    this.studio = studio;
    this.out = out;
  }

  void print(List<String> real, List<String> synthetic) {
    out.printf("%-32s %8s %10s%n", "condition (commanded opening)", "r real", "r synth.");
    for (Condition condition : Condition.values()) {
      out.printf(
          Locale.ROOT,
          "%-32s %8.3f %10.3f%n",
          condition.words(),
          commanded(real, condition).commandedCorrelation(),
          commanded(synthetic, condition).commandedCorrelation());
    }
  }

  private MeasuredClips commanded(List<String> names, Condition condition) {
    return new MeasuredClips(
        names.stream().map(Reference::read).map(each -> heard(each, condition)).toList());
  }

  private MeasuredClip heard(Reference reference, Condition condition) {
    Sound sound = condition.apply(Sound.read(reference.recording(studio.folder())));
    Path recording = sound.write(studio.folder().resolve("condition.wav"));
    MotionTrack motion = studio.motion(recording, studio.sound());
    double[] commanded = new double[motion.frames()];
    for (int frame = 0; frame < commanded.length; frame++) {
      commanded[frame] = motion.value(frame, MotionChannel.JAW_OPEN);
    }
    return new MeasuredClip(reference, commanded, new double[0], new double[0], List.of());
  }
}
