package io.lipstream.fetch;

import io.lipstream.egress.AssetSources;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * From where, how much and for how long assets are fetched.
 *
 * @param allowedPrefixes "bucket" or "bucket/folder" that s3:// assets may lie under
 * @param privateHosts "host" or "host:port", as in the URL, that may have private addresses
 * @param portraitBytes largest portrait
 * @param voiceBytes largest voice
 * @param connectTimeout longest wait for a connection
 * @param readTimeout longest silence of a server
 * @param totalTimeout longest time for one asset, redirects and all
 */
public record FetchSettings(
    List<String> allowedPrefixes,
    List<String> privateHosts,
    long portraitBytes,
    long voiceBytes,
    Duration connectTimeout,
    Duration readTimeout,
    Duration totalTimeout)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  public static final List<Setting> SETTINGS =
      Stream.concat(
              AssetSources.SETTINGS.stream(),
              Stream.of(
                  new Setting(
                      "fetch.portrait-bytes", "52428800", "bytes", "Largest portrait taken."),
                  new Setting("fetch.voice-bytes", "536870912", "bytes", "Largest voice taken."),
                  new Setting(
                      "fetch.connect-timeout", "5000", "ms", "Longest wait for a connection."),
                  new Setting("fetch.read-timeout", "10000", "ms", "Longest silence of a server."),
                  new Setting(
                      "fetch.total-timeout",
                      "50000",
                      "ms",
                      "Longest time for one asset, all in all; two of them stay under ledger.stall-timeout-ms.")))
          .toList();

  public FetchSettings {
    allowedPrefixes = List.copyOf(allowedPrefixes);
    privateHosts = List.copyOf(privateHosts);
    requirePositive("fetch.portrait-bytes", portraitBytes);
    requirePositive("fetch.voice-bytes", voiceBytes);
    requirePositive("fetch.connect-timeout", connectTimeout.toMillis());
    requirePositive("fetch.read-timeout", readTimeout.toMillis());
    requirePositive("fetch.total-timeout", totalTimeout.toMillis());
  }

  public static FetchSettings from(Settings settings) {
    AssetSources sources = AssetSources.from(settings);
    return new FetchSettings(
        sources.prefixes(),
        sources.privateHosts(),
        settings.bytes("fetch.portrait-bytes"),
        settings.bytes("fetch.voice-bytes"),
        settings.milliseconds("fetch.connect-timeout"),
        settings.milliseconds("fetch.read-timeout"),
        settings.milliseconds("fetch.total-timeout"));
  }

  AssetSources sources() {
    return new AssetSources(allowedPrefixes, privateHosts);
  }

  long limit(AssetKind kind) {
    return switch (kind) {
      case PORTRAIT -> portraitBytes;
      case VOICE -> voiceBytes;
    };
  }

  private static void requirePositive(String key, long value) {
    if (value <= 0) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key '%s' is '%d', expected over 0".formatted(key, value));
    }
  }
}
