package io.lipstream.bench.sync;

import java.io.PrintStream;
import java.util.Locale;

/** Prints what was measured, a row for each group of clips; the first brings the head. */
final class SyncTable {
  private final PrintStream out;
  private final double limit;
  private boolean began;

  SyncTable(PrintStream out, double limit) {
    this.out = out;
    this.limit = limit;
  }

  void row(String name, MeasuredClips clips) {
    if (!began) {
      began = true;
      out.printf(
          "%-18s %6s %11s %7s %9s %7s%n",
          "clip", "r", "r_commanded", "lag_ms", "bilabials", "silence");
    }
    out.printf(
        Locale.ROOT,
        "%-18s %6.3f %11.3f %7d %9s %7s%n",
        name,
        clips.correlation(0),
        clips.commandedCorrelation(),
        clips.bestLagMilliseconds(),
        share(clips.bilabialsClosed(limit)),
        share(clips.silenceClosed(limit)));
  }

  /** A dash where there is nothing to have a share of. */
  private static String share(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f", value);
  }
}
