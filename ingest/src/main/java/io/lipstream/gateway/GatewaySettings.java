package io.lipstream.gateway;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the HTTP gateway runs. Callers go without keys only where nobody but this machine can call.
 *
 * @param port port it listens on; 0 for no gateway
 * @param host address it listens on
 * @param advertised host:port by which other instances reach this one
 * @param internalSecret what instances show each other; may be empty on loopback only
 * @param apiKeys file of the callers' keys; none where no key is asked for
 * @param defaultWait how long POST /generate waits for the video if the call does not say
 * @param asyncStatus status of a call that is accepted and not done, 202 or 201
 * @param longestWait longest wait that a call may ask for
 * @param uploadBytes largest file taken
 * @param jsonBytes largest JSON body taken
 * @param uploadBucket bucket of uploaded files
 * @param linkLifetime how long a link to a video is good for
 * @param linkEndpoint address by which clients reach the store; that of the store when empty
 */
public record GatewaySettings(
    int port,
    String host,
    String advertised,
    String internalSecret,
    Optional<Path> apiKeys,
    Duration defaultWait,
    int asyncStatus,
    Duration longestWait,
    long uploadBytes,
    long jsonBytes,
    String uploadBucket,
    Duration linkLifetime,
    String linkEndpoint) {
  private static final String PORT = "http.port";
  private static final String HOST = "http.host";
  private static final String ADVERTISED = "http.advertised";
  private static final String SECRET = "http.internal-secret";
  private static final String KEYS = "http.api-keys-file";
  private static final String DEFAULT_WAIT = "http.generate.default-wait";
  private static final String ASYNC_STATUS = "http.generate.async-status";
  private static final String LONGEST_WAIT = "http.longest-wait";
  private static final String UPLOAD_BYTES = "http.upload-bytes";
  private static final String JSON_BYTES = "http.json-bytes";
  private static final String UPLOAD_BUCKET = "http.upload-bucket";
  private static final String LINK_SECONDS = "http.link-seconds";
  private static final String LINK_ENDPOINT = "http.link-endpoint";
  private static final int LONGEST_LINK_SECONDS = 7 * 24 * 3600;

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(PORT, "0", "port", "Port of the HTTP gateway; 0 for none."),
          new Setting(HOST, "127.0.0.1", "address", "Address that the HTTP gateway listens on."),
          new Setting(
              ADVERTISED,
              "",
              "host:port",
              "How other instances reach this one's gateway; host and port above when empty."),
          new Setting(
              SECRET,
              "",
              "secret",
              "What instances show each other, the same on all; needed beyond loopback."),
          new Setting(
              KEYS,
              "",
              "file",
              "Callers' keys, a line each: tenant and SHA-256 of the key; empty for no keys, on loopback only."),
          new Setting(
              DEFAULT_WAIT,
              "0",
              "s",
              "How long POST /generate waits for the video when the call does not say."),
          new Setting(
              ASYNC_STATUS, "202", "202 or 201", "Status of a call that is accepted, not done."),
          new Setting(LONGEST_WAIT, "120", "s", "Longest wait that a call may ask for."),
          new Setting(UPLOAD_BYTES, "268435456", "bytes", "Largest file taken."),
          new Setting(JSON_BYTES, "1048576", "bytes", "Largest JSON body taken."),
          new Setting(
              UPLOAD_BUCKET,
              "lipstream-assets",
              "bucket",
              "Bucket of uploaded files, under uploads/<tenant>/; fetch.s3-allowed must name it."),
          new Setting(LINK_SECONDS, "3600", "s", "How long a link to a video is good for."),
          new Setting(
              LINK_ENDPOINT,
              "",
              "URL",
              "S3 address that links carry, where clients reach it by another than s3.endpoint."));

  public GatewaySettings {
    within(PORT, port, 0, 65_535);
    within(DEFAULT_WAIT, defaultWait.toSeconds(), 0, longestWait.toSeconds());
    within(LONGEST_WAIT, longestWait.toSeconds(), 1, 3600);
    within(UPLOAD_BYTES, uploadBytes, 1, Long.MAX_VALUE / 4);
    within(JSON_BYTES, jsonBytes, 1024, Integer.MAX_VALUE);
    within(LINK_SECONDS, linkLifetime.toSeconds(), 1, LONGEST_LINK_SECONDS);
    if (asyncStatus != 202 && asyncStatus != 201) {
      throw Settings.refused(ASYNC_STATUS, asyncStatus, "202 or 201");
    }
    if (!onLoopback(host)) {
      if (apiKeys.isEmpty()) {
        throw Settings.refused(
            KEYS, "", "a file, since http.host is '%s', not loopback".formatted(host));
      }
      if (internalSecret.isEmpty()) {
        throw Settings.refused(
            SECRET, "", "a secret, since http.host is '%s', not loopback".formatted(host));
      }
    }
    if (!advertised.matches("[^\\s:/]+:\\d{1,5}|\\[[0-9a-fA-F:]+]:\\d{1,5}")) {
      throw Settings.refused(ADVERTISED, advertised, "host:port");
    }
    if (advertised.startsWith("0.0.0.0:")) {
      throw Settings.refused(
          ADVERTISED, advertised, "a host that other instances can call, and its port");
    }
  }

  /** No gateway. */
  public static GatewaySettings off() {
    return from(Settings.parse(SETTINGS, Map.of()));
  }

  /**
   * Reads the keys of {@link #SETTINGS}.
   *
   * @throws LipstreamException CONFIGURATION_INVALID
   */
  public static GatewaySettings from(Settings settings) {
    int port = settings.integer(PORT);
    String host = settings.text(HOST);
    return new GatewaySettings(
        port,
        host,
        settings.optionalText(ADVERTISED).orElse(host + ":" + port),
        settings.optionalText(SECRET).orElse(""),
        settings.optionalText(KEYS).map(Path::of),
        Duration.ofSeconds(settings.integer(DEFAULT_WAIT)),
        settings.integer(ASYNC_STATUS),
        Duration.ofSeconds(settings.integer(LONGEST_WAIT)),
        settings.bytes(UPLOAD_BYTES),
        settings.bytes(JSON_BYTES),
        settings.text(UPLOAD_BUCKET),
        Duration.ofSeconds(settings.integer(LINK_SECONDS)),
        settings.optionalText(LINK_ENDPOINT).orElse(""));
  }

  public boolean enabled() {
    return port > 0;
  }

  @Override
  public String toString() {
    return "GatewaySettings[%s:%d, advertised as %s]".formatted(host, port, advertised);
  }

  private static boolean onLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key '%s' is '%s', expected an address of this machine"
              .formatted(HOST, host),
          e);
    }
  }

  private static void within(String key, long value, long least, long most) {
    if (value < least || value > most) {
      throw Settings.refused(key, value, "%d to %d".formatted(least, most));
    }
  }
}
