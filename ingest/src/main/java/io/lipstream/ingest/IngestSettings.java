package io.lipstream.ingest;

import io.lipstream.admission.AdmissionSettings;
import io.lipstream.backlog.BacklogSettings;
import io.lipstream.degradation.DegradationSettings;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.ledger.LedgerSettings;
import io.lipstream.quota.QuotaSettings;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * How ingest runs.
 *
 * @param applicationId consumer group, and prefix of the internal topics
 * @param stateDirectory folder of the local copies of the stores
 * @param commitInterval time between two transactions
 * @param standbyReplicas warm copies of the stores on other instances
 * @param threads stream threads of this instance
 * @param replicationFactor replicas of the topics that ingest's own main creates
 * @param completionsJson whether completions are also written as JSON
 */
public record IngestSettings(
    String applicationId,
    Path stateDirectory,
    Duration commitInterval,
    int standbyReplicas,
    int threads,
    int replicationFactor,
    boolean completionsJson,
    AdmissionSettings admission,
    QuotaSettings quota,
    BacklogSettings backlog,
    DegradationSettings degradation,
    LedgerSettings ledger) {

  /** Every key of ingest, with those of admission and ledger. */
  public static final List<Setting> SETTINGS =
      Stream.of(
              List.of(
                  new Setting(
                      "ingest.application-id",
                      "lipstream-ingest",
                      "name",
                      "Consumer group of ingest and prefix of its internal topics."),
                  new Setting(
                      "ingest.state-directory",
                      "data/ingest",
                      "folder",
                      "Local copies of the ledger's stores; rebuilt from Kafka when lost."),
                  new Setting(
                      "ingest.commit-interval-ms",
                      "100",
                      "ms",
                      "Time between two transactions; events show when one commits."),
                  new Setting(
                      "ingest.standby-replicas",
                      "1",
                      "replicas",
                      "Warm copies of the ledger's stores on other instances, where there are others."),
                  new Setting("ingest.threads", "1", "threads", "Stream threads of an instance."),
                  new Setting(
                      "ingest.replication-factor",
                      "3",
                      "replicas",
                      "Replicas of each topic that ingest creates at its start."),
                  new Setting(
                      "ingest.completions-json",
                      "false",
                      "flag",
                      "Completions also as JSON, on lipstream.completions.json.")),
              AdmissionSettings.SETTINGS,
              QuotaSettings.SETTINGS,
              BacklogSettings.SETTINGS,
              DegradationSettings.SETTINGS,
              LedgerSettings.SETTINGS)
          .flatMap(List::stream)
          .distinct()
          .toList();

  public IngestSettings {
    check(commitInterval.toMillis(), 1, "ingest.commit-interval-ms");
    check(standbyReplicas, 0, "ingest.standby-replicas");
    check(threads, 1, "ingest.threads");
    check(replicationFactor, 1, "ingest.replication-factor");
  }

  /**
   * Reads the keys of {@link #SETTINGS}.
   *
   * @throws LipstreamException CONFIGURATION_INVALID
   */
  public static IngestSettings from(Settings settings) {
    return new IngestSettings(
        settings.text("ingest.application-id"),
        Path.of(settings.text("ingest.state-directory")),
        settings.milliseconds("ingest.commit-interval-ms"),
        settings.integer("ingest.standby-replicas"),
        settings.integer("ingest.threads"),
        settings.integer("ingest.replication-factor"),
        settings.flag("ingest.completions-json"),
        AdmissionSettings.from(settings),
        QuotaSettings.from(settings),
        BacklogSettings.from(settings),
        DegradationSettings.from(settings),
        LedgerSettings.from(settings));
  }

  private static void check(long value, long least, String key) {
    if (value < least || value > Short.MAX_VALUE) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key '%s' is '%d', expected %d to %d"
              .formatted(key, value, least, Short.MAX_VALUE));
    }
  }
}
