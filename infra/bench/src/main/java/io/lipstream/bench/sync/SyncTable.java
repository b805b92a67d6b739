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
          "%-14s %6s %11s %7s %9s %7s%n",
          "clip", "r", "r_commanded", "lag_ms", "bilabials", "silence");
    }
    out.printf(
        Locale.ROOT,
        "%-14s %6.3f %11.3f %7d %9.2f %7.2f%n",
        name,
        clips.correlation(0),
        clips.commandedCorrelation(),
        clips.bestLagMilliseconds(),
        clips.bilabialsClosed(limit),
        clips.silenceClosed(limit));
  }
}
