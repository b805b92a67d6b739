package io.lipstream.removal;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.time.Duration;
import java.util.List;

/**
 * How objects that are not wanted any more are removed.
 *
 * @param group consumer group
 * @param patience age from which on a removal that the store refuses is given up
 */
public record RemovalSettings(String group, Duration patience) {
  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "removal.group",
              "lipstream-removal",
              "name",
              "Consumer group of those who remove objects."),
          new Setting(
              "removal.give-up-ms",
              "86400000",
              "ms",
              "How long a removal is tried again while the store fails; then it is a dead letter."));

  public RemovalSettings {
    if (patience.isNegative()) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key 'removal.give-up-ms' is '%d', expected 0 or more"
              .formatted(patience.toMillis()));
    }
  }

  /** Reads the keys of {@link #SETTINGS}. */
  public static RemovalSettings from(Settings settings) {
    return new RemovalSettings(
        settings.text("removal.group"), settings.milliseconds("removal.give-up-ms"));
  }
}
