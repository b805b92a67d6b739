package io.lipstream.bench.sync;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * All that was said, as one landmark network saw it. When lips count as closed is decided by what
 * it sees itself of a mouth at rest and of mouths wide open.
 *
 * @param ceiling real speech by the aligned phones in place of the sound network
 * @param nothing a clip without sound, against what a sentence would ask for
 */
record Observation(
    MeasuredClips real, MeasuredClips synthetic, MeasuredClips ceiling, MeasuredClips nothing) {
  /** Lips count as closed up to this share of the way from rest to wide open. */
  private static final double CLOSED = 0.12;

  private static final double WIDE_OPEN = 0.95;
  private static final int SHIFT_ROWS = 30;

  /** A control that reaches so much would say that the measure measures nothing. */
  private static final double MOST_OF_A_CONTROL = 0.3;

  /** The same frames, as the other network saw them. */
  Observation independent() {
    return new Observation(
        real.seenIndependently(),
        synthetic.seenIndependently(),
        ceiling.seenIndependently(),
        nothing.seenIndependently());
  }

  MeasuredClips spoken() {
    List<MeasuredClip> clips = new ArrayList<>(real.clips());
    clips.addAll(synthetic.clips());
    return new MeasuredClips(clips);
  }

  double wide() {
    return Curves.quantile(gaps(spoken()), WIDE_OPEN);
  }

  /**
   * Prints a row for each clip and group, and the controls.
   *
   * @throws LipstreamException INTERNAL if what must not fit does: nothing that was measured would
   *     mean anything
   */
  void print(PrintStream out) {
    out.printf(
        Locale.ROOT,
        "lips: at rest %.3f, wide open %.3f, closed under %.3f of the eyes' distance%n",
        rest(),
        wide(),
        limit());
    SyncTable table = new SyncTable(out, limit());
    for (MeasuredClip clip : spoken().clips()) {
      table.row(clip.reference().name(), new MeasuredClips(List.of(clip)));
    }
    for (String source : List.of(Speech.NOVEL, Speech.PROMPTS, Speech.WORDS)) {
      table.row(source + ", all", real.of(source));
    }
    table.row("real", real);
    table.row("synthetic", synthetic);
    table.row("phones, real", ceiling);
    controls(out);
  }

  String lastLine() {
    return String.format(
        Locale.ROOT,
        "lag_ms=%d r_real=%.3f r_synthetic=%.3f bilabials=%.2f silence=%.2f",
        real.bestLagMilliseconds(),
        real.correlation(0),
        synthetic.correlation(0),
        spoken().bilabialsClosed(limit()),
        spoken().silenceClosed(limit()));
  }

  private double rest() {
    return Curves.quantile(gaps(nothing), 0.5);
  }

  private double limit() {
    return rest() + CLOSED * (wide() - rest());
  }

  private void controls(PrintStream out) {
    control("the sound shifted by 300 ms", real.correlation(SHIFT_ROWS), out);
    control("another clip's sound", real.correlationWithAnother(), out);
    out.printf(
        Locale.ROOT,
        "control: no sound, wide vowels opened %.2f, must be 0; with the sound %.2f%n",
        nothing.vowelsOpened(limit()),
        real.vowelsOpened(limit()));
    if (nothing.vowelsOpened(limit()) > 0) {
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

  private static double[] gaps(MeasuredClips clips) {
    return clips.clips().stream()
        .flatMapToDouble(clip -> DoubleStream.of(clip.measured()))
        .toArray();
  }
}
