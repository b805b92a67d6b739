package io.lipstream.backlog;

import static io.lipstream.settings.Settings.require;

import io.lipstream.event.Lane;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.time.Duration;
import java.util.List;

/**
 * How long a request may have to wait.
 *
 * @param interactiveLimit estimated wait beyond which the interactive lane takes no more
 * @param bulkLimit the same of the bulk lane
 * @param averaging time over which the measured rate of work is averaged
 * @param assumedSeconds length of a voice whose request does not declare it
 * @param longestSeconds longest voice that workers take
 */
public record BacklogSettings(
    Duration interactiveLimit,
    Duration bulkLimit,
    Duration averaging,
    double assumedSeconds,
    double longestSeconds) {
  private static final String INTERACTIVE = "backlog.interactive-wait-ms";
  private static final String BULK = "backlog.bulk-wait-ms";
  private static final String AVERAGING = "backlog.averaging-ms";
  private static final String ASSUMED = "backlog.assumed-seconds";
  private static final String LONGEST = "backlog.longest-seconds";

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              INTERACTIVE,
              "60000",
              "ms",
              "Estimated wait beyond which the interactive lane refuses requests; 0 for never."),
          new Setting(
              BULK,
              "3600000",
              "ms",
              "Estimated wait beyond which the bulk lane refuses requests; 0 for never."),
          new Setting(
              AVERAGING, "60000", "ms", "Time over which the rate of work done is averaged."),
          new Setting(ASSUMED, "15", "s", "Length of a voice whose request does not declare it."),
          new Setting(
              LONGEST,
              "900",
              "s",
              "Longest voice that workers take (audio.max-seconds); a longer one counts as that."));

  public BacklogSettings {
    require(!interactiveLimit.isNegative(), INTERACTIVE, interactiveLimit.toMillis(), "0 or more");
    require(!bulkLimit.isNegative(), BULK, bulkLimit.toMillis(), "0 or more");
    require(averaging.toMillis() >= 1000, AVERAGING, averaging.toMillis(), "at least 1000");
    require(assumedSeconds > 0, ASSUMED, assumedSeconds, "above 0");
    require(longestSeconds > 0, LONGEST, longestSeconds, "above 0");
  }

  /** Reads the keys of {@link #SETTINGS}. */
  public static BacklogSettings from(Settings settings) {
    return new BacklogSettings(
        settings.milliseconds(INTERACTIVE),
        settings.milliseconds(BULK),
        settings.milliseconds(AVERAGING),
        settings.decimal(ASSUMED),
        settings.decimal(LONGEST));
  }

  /** Estimated wait beyond which a lane takes no more; zero for never. */
  public Duration limit(Lane lane) {
    return switch (lane) {
      case INTERACTIVE -> interactiveLimit;
      case BULK -> bulkLimit;
    };
  }
}
