package io.lipstream.notification;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.time.Duration;
import java.util.List;

/**
 * Which notifications start jobs.
 *
 * @param group consumer group
 * @param buckets bucket=tenant, or bucket=* for tenants by folder; none for no notifications
 * @param patience age from which on a notification that the store fails on is given up
 * @param announceVideos whether finished videos are announced as a store would
 */
public record NotificationSettings(
    String group, List<String> buckets, Duration patience, boolean announceVideos) {
  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "notification.group",
              "lipstream-notification",
              "name",
              "Consumer group of those who read notifications."),
          new Setting(
              "notification.buckets",
              "",
              "list of bucket=tenant",
              "Buckets whose new objects start jobs, and for whom; bucket=* where the first folder"
                  + " of a key names the tenant. None: notifications are not read."),
          new Setting(
              "notification.give-up-ms",
              "86400000",
              "ms",
              "How long a notification is tried again while the store fails; then it is a dead"
                  + " letter."),
          new Setting(
              "notification.announce-videos",
              "false",
              "flag",
              "S3 event JSON on lipstream.s3-events for each finished video, for a store that"
                  + " sends none."));

  public NotificationSettings {
    buckets = List.copyOf(buckets);
    if (patience.isNegative()) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key 'notification.give-up-ms' is '%d', expected 0 or more"
              .formatted(patience.toMillis()));
    }
    new Buckets(buckets);
  }

  /**
   * Reads the keys of {@link #SETTINGS}.
   *
   * @throws LipstreamException CONFIGURATION_INVALID
   */
  public static NotificationSettings from(Settings settings) {
    return new NotificationSettings(
        settings.text("notification.group"),
        settings.list("notification.buckets"),
        settings.milliseconds("notification.give-up-ms"),
        settings.flag("notification.announce-videos"));
  }
}
