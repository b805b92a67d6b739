package io.lipstream.local.command;

import io.lipstream.event.JobState;
import io.lipstream.event.Progress;
import java.time.Duration;
import java.util.Locale;

/**
 * Shows where a job stands: on a terminal one line that is drawn over, elsewhere a line a stage and
 * every quarter of the frames. Use from one thread.
 */
final class ProgressDisplay {
  private static final int BAR = 24;
  private static final int QUARTERS = 4;

  private final Terminal terminal;
  private final long begin = System.nanoTime();
  private JobState shownState = JobState.UNKNOWN;
  private int shownQuarter = -1;

  ProgressDisplay(Terminal terminal) {
    this.terminal = terminal;
  }

  void show(Progress progress) {
    if (terminal.live()) {
      terminal.draw(bar(progress.getFraction()) + " " + text(progress));
      return;
    }
    int quarter = (int) (progress.getFraction() * QUARTERS);
    if (progress.getState() != shownState || quarter > shownQuarter) {
      shownState = progress.getState();
      shownQuarter = quarter;
      terminal.line(text(progress));
    }
  }

  void end() {
    terminal.erase();
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  static String text(Progress progress) {
    StringBuilder text =
        new StringBuilder(
            "%s %-10s"
                .formatted(
                    Figures.share(progress.getFraction()),
                    progress.getState().name().toLowerCase(Locale.ROOT)));
    if (progress.getFramesTotal() > 0) {
      text.append(" %d/%d frames".formatted(progress.getFramesDone(), progress.getFramesTotal()));
    }
    if (progress.getAttempt() > 1) {
      text.append(" attempt ").append(progress.getAttempt());
    }
    if (progress.getRemainingMs() != null) {
      text.append(", ")
          .append(Figures.seconds(Duration.ofMillis(progress.getRemainingMs())))
          .append(" to go");
    }
    return text.toString();
  }

  static String bar(double fraction) {
    int full = (int) Math.round(Math.max(0, Math.min(1, fraction)) * BAR);
    return "█".repeat(full) + "░".repeat(BAR - full);
  }
}
