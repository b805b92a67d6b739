package io.lipstream.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.admission.AdmissionSettings;
import io.lipstream.backlog.BacklogSettings;
import io.lipstream.connection.KafkaConnection;
import io.lipstream.degradation.DegradationSettings;
import io.lipstream.egress.AssetSources;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.ledger.LedgerSettings;
import io.lipstream.settings.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ingest's configuration: defaults, every key, what is refused. */
final class IngestSettingsTest {
  @Test
  void theDefaultsAreTheDocumentedOnes() {
    IngestSettings settings = settings(Map.of());
    assertThat(settings.applicationId()).isEqualTo("lipstream-ingest");
    assertThat(settings.commitInterval()).isEqualTo(Duration.ofMillis(100));
    assertThat(settings.standbyReplicas()).isOne();
    assertThat(settings.threads()).isEqualTo(1);
    assertThat(settings.replicationFactor()).isEqualTo(3);
    assertThat(settings.admission().outputBuckets()).containsExactly("lipstream-videos");
    assertThat(settings.admission().modelDigest()).isEmpty();
    assertThat(settings.admission().presets()).hasSize(4);
    assertThat(settings.ledger())
        .isEqualTo(
            new LedgerSettings(
                Duration.ofMinutes(2),
                Duration.ofMinutes(30),
                3,
                Duration.ofDays(7),
                Duration.ofDays(1),
                Duration.ofDays(30),
                Duration.ofDays(1),
                "s3://lipstream/work/",
                "s3://lipstream-assets/uploads/"));
    assertThat(settings.backlog())
        .isEqualTo(
            new BacklogSettings(
                Duration.ofMinutes(1), Duration.ofHours(1), Duration.ofMinutes(1), 15, 900));
    assertThat(settings.quota().tenants()).isEmpty();
    assertThat(settings.completionsJson()).isFalse();
  }

  @Test
  void everyKeyArrives() {
    IngestSettings settings =
        settings(
            Map.ofEntries(
                Map.entry("ingest.application-id", "other"),
                Map.entry("ingest.state-directory", "there"),
                Map.entry("ingest.commit-interval-ms", "7"),
                Map.entry("ingest.standby-replicas", "2"),
                Map.entry("ingest.threads", "4"),
                Map.entry("ingest.replication-factor", "2"),
                Map.entry("ingest.output-buckets", "a-bucket, b-bucket"),
                Map.entry("ingest.model-digest", "abc"),
                Map.entry("ingest.presets", ""),
                Map.entry("ledger.stall-timeout-ms", "1"),
                Map.entry("ledger.queue-timeout-ms", "2"),
                Map.entry("ledger.max-attempts", "5"),
                Map.entry("ledger.retention-ms", "3"),
                Map.entry("ledger.tombstone-ms", "12"),
                Map.entry("ledger.idempotence-ms", "13"),
                Map.entry("ledger.callback-patience-ms", "4"),
                Map.entry("ledger.work-prefix", "s3://w/"),
                Map.entry("ledger.upload-prefix", "s3://u/v/"),
                Map.entry("webhook.private-hosts", "here"),
                Map.entry("fetch.s3-allowed", "a, b/c"),
                Map.entry("fetch.private-hosts", "there:80"),
                Map.entry("ingest.completions-json", "true"),
                Map.entry("backlog.interactive-wait-ms", "0"),
                Map.entry("backlog.bulk-wait-ms", "6"),
                Map.entry("backlog.averaging-ms", "7000"),
                Map.entry("backlog.assumed-seconds", "8"),
                Map.entry("backlog.longest-seconds", "9"),
                Map.entry("degradation.enabled", "false"),
                Map.entry("degradation.start-share", "0.6"),
                Map.entry("degradation.end-share", "0.3"),
                Map.entry("degradation.hold-ms", "14"),
                Map.entry("degradation.least-steps", "15"),
                Map.entry("degradation.least-resolution", "160"),
                Map.entry("quota.per-minute", "9"),
                Map.entry("quota.burst", "10"),
                Map.entry("quota.tenants", "shop=60/120, a=b=0/0"),
                Map.entry("quota.repeats-ms", "11")));
    assertThat(settings.quota().tenants()).containsOnlyKeys("shop", "a=b");
    assertThat(settings.quota().repeats()).isEqualTo(Duration.ofMillis(11));
    assertThat(settings)
        .isEqualTo(
            new IngestSettings(
                "other",
                Path.of("there"),
                Duration.ofMillis(7),
                2,
                4,
                2,
                true,
                new AdmissionSettings(
                    List.of("a-bucket", "b-bucket"),
                    Optional.of("abc"),
                    List.of(),
                    "s3://u/v/",
                    List.of("here"),
                    new AssetSources(List.of("a", "b/c"), List.of("there:80"))),
                settings.quota(),
                new BacklogSettings(
                    Duration.ZERO, Duration.ofMillis(6), Duration.ofSeconds(7), 8, 9),
                new DegradationSettings(false, 0.6, 0.3, Duration.ofMillis(14), 15, 160),
                new LedgerSettings(
                    Duration.ofMillis(1),
                    Duration.ofMillis(2),
                    5,
                    Duration.ofMillis(3),
                    Duration.ofMillis(13),
                    Duration.ofMillis(12),
                    Duration.ofMillis(4),
                    "s3://w/",
                    "s3://u/v/")));
  }

  @ParameterizedTest
  @CsvSource({
    "degradation.end-share, 0.75",
    "degradation.start-share, 1.1",
    "degradation.hold-ms, -1",
    "degradation.least-steps, 0",
    "degradation.least-resolution, 257",
    "ingest.threads, 0",
    "ingest.threads, many",
    "ingest.commit-interval-ms, 0",
    "ingest.standby-replicas, -1",
    "ingest.replication-factor, 40000",
    "ingest.output-buckets, ' '",
    "ledger.max-attempts, 0",
    "ledger.work-prefix, work",
    "quota.per-minute, -1",
    "quota.burst, 0",
    "quota.tenants, shop",
    "quota.tenants, shop=1",
    "backlog.averaging-ms, 10",
    "backlog.assumed-seconds, 0",
    "ledger.stall-timeout-ms, -1"
  })
  void aValueThatCannotBeMeantIsRefusedByItsKey(String key, String value) {
    assertThatThrownBy(() -> settings(Map.of(key, value)))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessageContaining("'" + key + "'");
  }

  @Test
  void aFileWithAMistypedKeyIsRefusedWithTheNearest(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("ingest.properties");
    Files.writeString(file, "ingest.thread=2\n");
    assertThatThrownBy(() -> Ingest.settings(file, Map.of()))
        .hasMessageContaining("'ingest.threads'");
    Files.writeString(file, "ingest.threads=2\nkafka.bootstrap-servers=there:1\n");
    assertThat(IngestSettings.from(Ingest.settings(file, Map.of())).threads()).isEqualTo(2);
    Map<String, String> environment =
        Map.of("LIPSTREAM_INGEST_THREADS", "3", "LIPSTREAM_JAVA_OPTIONS", "-Xmx1g");
    assertThat(IngestSettings.from(Ingest.settings(file, environment)).threads()).isEqualTo(3);
  }

  @Test
  void kafkaStreamsRunsExactlyOnceAndKeepsWhatTheConnectionSays(@TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("client.properties");
    Files.writeString(file, "security.protocol=SSL\n");
    Properties properties =
        StreamsSettings.of(
            settings(Map.of()), new KafkaConnection("there:1", Optional.of(file), "mock://x"));
    assertThat(properties)
        .containsEntry("processing.guarantee", "exactly_once_v2")
        .containsEntry("security.protocol", "SSL")
        .containsEntry("bootstrap.servers", "there:1");
    assertThat(new StreamsConfig(properties).getLong("commit.interval.ms")).isEqualTo(100);
  }

  private static IngestSettings settings(Map<String, String> given) {
    return IngestSettings.from(Settings.parse(IngestSettings.SETTINGS, given));
  }
}
