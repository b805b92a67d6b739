package io.lipstream.ingest;

import io.lipstream.gateway.GatewaySettings;
import io.lipstream.notification.NotificationSettings;
import io.lipstream.removal.RemovalSettings;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import io.lipstream.storage.S3Settings;
import io.lipstream.webhook.WebhookSettings;
import java.util.List;
import java.util.stream.Stream;

/**
 * How ingest works on what lies beside its topology.
 *
 * @param s3 the shelf
 * @param gateway calls by HTTP
 */
public record EdgeSettings(
    S3Settings s3,
    RemovalSettings removal,
    WebhookSettings webhook,
    NotificationSettings notification,
    GatewaySettings gateway) {
  /** Every key of the edges, with those of the shelf. */
  public static final List<Setting> SETTINGS =
      Stream.of(
              S3Settings.SETTINGS,
              RemovalSettings.SETTINGS,
              WebhookSettings.SETTINGS,
              NotificationSettings.SETTINGS,
              GatewaySettings.SETTINGS)
          .flatMap(List::stream)
          .toList();

  /**
   * Reads the keys of {@link #SETTINGS}.
   *
   * @throws io.lipstream.error.LipstreamException CONFIGURATION_INVALID
   */
  public static EdgeSettings from(Settings settings) {
    return new EdgeSettings(
        S3Settings.from(settings),
        RemovalSettings.from(settings),
        WebhookSettings.from(settings),
        NotificationSettings.from(settings),
        GatewaySettings.from(settings));
  }
}
