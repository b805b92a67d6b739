package io.lipstream.motion;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * How a voice is turned to motion.
 *
 * @param durationTolerance seconds by which a declared duration may differ from the decoded one
 * @param durationMismatchFails whether a larger difference fails the job; otherwise the audio rules
 *     and the job is warned
 * @param networkLatency seconds by which the sound network's answers lag behind the sound; taken
 *     out where lip sync refinement is on
 */
public record MotionSettings(
    double durationTolerance, boolean durationMismatchFails, double networkLatency)
    implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final double MOST_REFINEMENT = 0.05;
  private static final String TOLERANCE = "motion.duration-tolerance-ms";
  private static final String MISMATCH = "motion.duration-mismatch";
  private static final String LATENCY = "motion.network-latency-ms";

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              TOLERANCE,
              "100",
              "ms",
              "How far a declared duration may be from that of the decoded voice."),
          new Setting(
              MISMATCH,
              "fail",
              "fail or warn",
              "What a larger difference does: the job fails, or the audio rules with a warning."),
          new Setting(
              LATENCY,
              "2",
              "ms, -50 to 50",
              "Known lag of the sound network, taken out by lip_sync_refinement."));

  public MotionSettings {
    require(durationTolerance >= 0, TOLERANCE, 1000 * durationTolerance, "0 or more");
    require(
        Math.abs(networkLatency) <= MOST_REFINEMENT, LATENCY, 1000 * networkLatency, "-50 to 50");
  }

  private static void require(boolean condition, String key, Object value, String expected) {
    if (!condition) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key '%s' is %s, expected %s".formatted(key, value, expected));
    }
  }

  public static MotionSettings from(Settings settings) {
    String mismatch = settings.text(MISMATCH);
    require(mismatch.equals("fail") || mismatch.equals("warn"), MISMATCH, mismatch, "fail or warn");
    return new MotionSettings(
        settings.decimal(TOLERANCE) / 1000,
        mismatch.equals("fail"),
        settings.decimal(LATENCY) / 1000);
  }

  public static MotionSettings defaults() {
    return from(Settings.parse(SETTINGS, Map.of()));
  }
}
