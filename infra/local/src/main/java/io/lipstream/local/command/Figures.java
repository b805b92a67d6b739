package io.lipstream.local.command;

import java.time.Duration;
import java.util.Locale;

/** Numbers as a person reads them, the same in every locale. */
final class Figures {
  private static final double KILO = 1000;

  private Figures() {}

  static String seconds(Duration duration) {
    return seconds(duration.toMillis() / KILO);
  }

  static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.1f s", seconds);
  }

  static String bytes(long bytes) {
    return bytes < KILO * KILO
        ? String.format(Locale.ROOT, "%.1f kB", bytes / KILO)
        : String.format(Locale.ROOT, "%.2f MB", bytes / KILO / KILO);
  }

  static String share(double fraction) {
    return String.format(Locale.ROOT, "%3.0f %%", 100 * fraction);
  }
}
