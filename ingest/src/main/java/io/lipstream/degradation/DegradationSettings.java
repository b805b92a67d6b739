package io.lipstream.degradation;

import static io.lipstream.settings.Settings.require;

import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.time.Duration;
import java.util.List;

/**
 * When jobs that allow it are made with less, and with how much at least.
 *
 * @param startShare share of a lane's wait limit from which its level rises
 * @param endShare share of it down from which the level falls
 * @param hold least time between two moves of a lane
 * @param leastSteps steps beneath which no job is brought
 * @param leastResolution short side beneath which no job is brought, pixels
 */
public record DegradationSettings(
    boolean enabled,
    double startShare,
    double endShare,
    Duration hold,
    int leastSteps,
    int leastResolution) {
  private static final String ENABLED = "degradation.enabled";
  private static final String START = "degradation.start-share";
  private static final String END = "degradation.end-share";
  private static final String HOLD = "degradation.hold-ms";
  private static final String STEPS = "degradation.least-steps";
  private static final String RESOLUTION = "degradation.least-resolution";

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              ENABLED,
              "true",
              "flag",
              "Whether degradable requests are made with less while their lane is full."),
          new Setting(
              START,
              "0.75",
              "share",
              "Share of the lane's wait limit (backlog.*-wait-ms) from which its level rises."),
          new Setting(
              END, "0.4", "share", "Share of the lane's wait limit down from which it falls."),
          new Setting(HOLD, "5000", "ms", "Least time between two moves of a lane's level."),
          new Setting(STEPS, "8", "steps", "Steps beneath which no job is brought."),
          new Setting(
              RESOLUTION, "256", "pixels", "Short side beneath which no job is brought; even."));

  public DegradationSettings {
    require(startShare > 0 && startShare <= 1, START, startShare, "above 0, at most 1");
    require(endShare >= 0 && endShare < startShare, END, endShare, "0 or more, below " + START);
    require(!hold.isNegative(), HOLD, hold.toMillis(), "0 or more");
    require(leastSteps >= 1 && leastSteps <= 1024, STEPS, leastSteps, "1 to 1024");
    require(
        leastResolution >= 128 && leastResolution <= 2048 && leastResolution % 2 == 0,
        RESOLUTION,
        leastResolution,
        "an even number, 128 to 2048");
  }

  /** Reads the keys of {@link #SETTINGS}. */
  public static DegradationSettings from(Settings settings) {
    return new DegradationSettings(
        settings.flag(ENABLED),
        settings.decimal(START),
        settings.decimal(END),
        settings.milliseconds(HOLD),
        settings.integer(STEPS),
        settings.integer(RESOLUTION));
  }
}
