package io.lipstream.audio;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * How long a recording may be.
 *
 * @param minSeconds shortest length that is taken
 * @param maxSeconds longest length that is taken
 */
public record AudioLimits(double minSeconds, double maxSeconds) implements Serializable {
  private static final long serialVersionUID = 1L;

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting("audio.min-seconds", "0.04", "s", "Shortest voice that is taken."),
          new Setting("audio.max-seconds", "900", "s", "Longest voice that is taken."));

  public AudioLimits {
    if (!(minSeconds >= 0 && minSeconds < maxSeconds)) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key 'audio.max-seconds' is %s and 'audio.min-seconds' is %s, expected 0 <= min < max"
              .formatted(maxSeconds, minSeconds));
    }
  }

  public static AudioLimits from(Settings settings) {
    return new AudioLimits(
        settings.decimal("audio.min-seconds"), settings.decimal("audio.max-seconds"));
  }

  /** One frame of a video of 25 frames a second, up to 15 minutes. */
  public static AudioLimits defaults() {
    return from(Settings.parse(SETTINGS, Map.of()));
  }
}
