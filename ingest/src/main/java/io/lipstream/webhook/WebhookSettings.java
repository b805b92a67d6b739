package io.lipstream.webhook;

import io.lipstream.admission.AdmissionSettings;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import io.lipstream.topic.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How receivers of webhooks are called. The secrets are never printed.
 *
 * @param group consumer group
 * @param threads calls at once of an instance
 * @param mostHeld callbacks that an instance holds in memory
 * @param connectTimeout longest wait for a connection
 * @param timeout longest time of a call, all in all
 * @param firstPause pause after the first failure
 * @param longestPause longest pause between two calls
 * @param privateHosts hosts that may have private addresses
 * @param secrets what calls are signed with
 */
public record WebhookSettings(
    String group,
    int threads,
    int mostHeld,
    Duration connectTimeout,
    Duration timeout,
    Duration firstPause,
    Duration longestPause,
    List<String> privateHosts,
    Secrets secrets) {

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "webhook.group", "lipstream-webhook", "name", "Consumer group of those who call."),
          new Setting(
              "webhook.threads",
              "64",
              "threads",
              "Calls at once of an instance; a quarter of them for one tenant, a sixteenth for one"
                  + " host."),
          new Setting(
              "webhook.most-held",
              "12000",
              "callbacks",
              "Callbacks that an instance holds in memory, give or take a quarter; what is owed"
                  + " beyond that is read from the topic again when it is due."),
          new Setting(
              "webhook.connect-timeout", "5000", "ms", "Longest wait for a receiver's connection."),
          new Setting("webhook.timeout", "10000", "ms", "Longest time of a call, all in all."),
          new Setting(
              "webhook.first-pause-ms",
              "5000",
              "ms",
              "Pause after the first call that fails; it doubles with each further one."),
          new Setting(
              "webhook.longest-pause-ms", "3600000", "ms", "Longest pause between two calls."),
          AdmissionSettings.PRIVATE_RECEIVERS,
          new Setting(
              "webhook.secret",
              "",
              "secret",
              "Signs the calls of tenants without a secret of their own; without any, calls are"
                  + " not signed."),
          new Setting(
              "webhook.secrets-file",
              "",
              "file",
              "Properties file of tenant=secret; read again when it changes."));

  public WebhookSettings {
    check(threads, 1, 1024, "webhook.threads");
    check(mostHeld, Topic.CALLBACKS.partitions(), Integer.MAX_VALUE / 2, "webhook.most-held");
    check(connectTimeout.toMillis(), 1, Integer.MAX_VALUE, "webhook.connect-timeout");
    check(timeout.toMillis(), 1, Integer.MAX_VALUE, "webhook.timeout");
    check(firstPause.toMillis(), 1, Integer.MAX_VALUE, "webhook.first-pause-ms");
    check(
        longestPause.toMillis(),
        firstPause.toMillis(),
        Integer.MAX_VALUE,
        "webhook.longest-pause-ms");
    privateHosts = List.copyOf(privateHosts);
  }

  /**
   * Reads the keys of {@link #SETTINGS}.
   *
   * @throws LipstreamException CONFIGURATION_INVALID
   */
  public static WebhookSettings from(Settings settings) {
    Optional<Path> file = settings.optionalText("webhook.secrets-file").map(Path::of);
    return new WebhookSettings(
        settings.text("webhook.group"),
        settings.integer("webhook.threads"),
        settings.integer("webhook.most-held"),
        settings.milliseconds("webhook.connect-timeout"),
        settings.milliseconds("webhook.timeout"),
        settings.milliseconds("webhook.first-pause-ms"),
        settings.milliseconds("webhook.longest-pause-ms"),
        settings.list(AdmissionSettings.PRIVATE_RECEIVERS.key()),
        new Secrets(settings.optionalText("webhook.secret"), file));
  }

  int mostHeldOfOnePartition() {
    return mostHeld / Topic.CALLBACKS.partitions();
  }

  int callsOfOneTenant() {
    return Math.max(1, threads / 4);
  }

  int callsOfOneHost() {
    return Math.max(1, threads / 16);
  }

  private static void check(long value, long least, long most, String key) {
    if (value < least || value > most) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key '%s' is '%d', expected %d to %d".formatted(key, value, least, most));
    }
  }
}
