package io.lipstream.local.stack;

import io.lipstream.bundle.Bundle;
import io.lipstream.connection.KafkaConnection;
import io.lipstream.engine.EngineSettings;
import io.lipstream.engine.Engines;
import io.lipstream.ingest.EdgeSettings;
import io.lipstream.ingest.IngestSettings;
import io.lipstream.job.DataPlaneSettings;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The configuration of ingest and of the data plane on a stack: what the stack itself determines,
 * and above it what its user has set.
 */
final class StackSettings {
  private static final List<Setting> DECLARED =
      Stream.of(
              KafkaConnection.SETTINGS,
              IngestSettings.SETTINGS,
              EdgeSettings.SETTINGS,
              DataPlaneSettings.SETTINGS)
          .flatMap(List::stream)
          .toList();

  /**
   * A request passes four transactions one after the other, and the broker is next door: what a
   * cluster saves by fewer of them is nothing here, what a lone request waits is all there is.
   */
  private static final String COMMIT_INTERVAL_MS = "20";

  private final Map<String, String> values;

  private StackSettings(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Fails before anything is started if the user has set a key that no module knows.
   *
   * @throws io.lipstream.error.LipstreamException CONFIGURATION_INVALID naming the nearest key
   */
  static void checkKeys(StackOptions options) {
    Settings.parse(DECLARED, options.settings());
  }

  static StackSettings of(Path data, Map<String, String> addresses, Map<String, String> given) {
    Map<String, String> values = new HashMap<>(addresses);
    values.put("s3.work-bucket", EmbeddedShelf.WORK);
    values.put("ingest.model-digest", Bundle.embedded().digest());
    values.put("fetch.s3-allowed", EmbeddedShelf.ASSETS);
    values.put("ingest.state-directory", data.resolve("ingest").toString());
    values.put("ingest.output-buckets", EmbeddedShelf.VIDEOS);
    values.put("ingest.replication-factor", "1");
    values.put("ingest.standby-replicas", "0");
    values.put("ingest.commit-interval-ms", COMMIT_INTERVAL_MS);
    values.put("http.host", Loopback.HOST);
    values.put("http.upload-bucket", EmbeddedShelf.ASSETS);
    values.put("quota.per-minute", "0");
    values.put("backlog.interactive-wait-ms", "0");
    values.put("backlog.bulk-wait-ms", "0");
    values.put("ledger.work-prefix", "s3://%s/work/".formatted(EmbeddedShelf.WORK));
    values.put("ledger.upload-prefix", "s3://%s/uploads/".formatted(EmbeddedShelf.ASSETS));
    values.put("notification.buckets", EmbeddedShelf.ASSETS + "=local");
    values.put("notification.announce-videos", "true");
    values.putAll(given);
    return new StackSettings(values);
  }

  /**
   * Fails before anything is started if a module does not take one of its values, or if this
   * machine, on which the stack's workers are, has not what the engine asked for needs.
   *
   * @throws io.lipstream.error.LipstreamException CONFIGURATION_INVALID naming key and value
   */
  void check() {
    ingest();
    edges();
    dataPlane();
    Engines.check(
        EngineSettings.from(
            Settings.parse(EngineSettings.SETTINGS, declaredIn(EngineSettings.SETTINGS))));
  }

  Map<String, String> all() {
    return Map.copyOf(values);
  }

  IngestSettings ingest() {
    return IngestSettings.from(
        Settings.parse(IngestSettings.SETTINGS, declaredIn(IngestSettings.SETTINGS)));
  }

  EdgeSettings edges() {
    return EdgeSettings.from(
        Settings.parse(EdgeSettings.SETTINGS, declaredIn(EdgeSettings.SETTINGS)));
  }

  DataPlaneSettings dataPlane() {
    return new DataPlaneSettings(declaredIn(DataPlaneSettings.SETTINGS));
  }

  private Map<String, String> declaredIn(Collection<Setting> settings) {
    return settings.stream()
        .map(Setting::key)
        .filter(values::containsKey)
        .distinct()
        .collect(Collectors.toMap(key -> key, values::get));
  }
}
