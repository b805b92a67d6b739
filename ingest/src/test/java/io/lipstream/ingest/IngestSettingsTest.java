package io.lipstream.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.admission.AdmissionSettings;
import io.lipstream.connection.KafkaConnection;
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
    assertThat(settings.standbyReplicas()).isZero();
    assertThat(settings.threads()).isEqualTo(1);
    assertThat(settings.replicationFactor()).isEqualTo(3);
    assertThat(settings.admission().outputBuckets()).containsExactly("lipstream-videos");
    assertThat(settings.admission().modelDigest()).isEmpty();
    assertThat(settings.admission().presets()).hasSize(4);
    assertThat(settings.ledger())
        .isEqualTo(
            new LedgerSettings(
                Duration.ofMinutes(2), Duration.ofMinutes(30), 3, Duration.ofDays(7)));
  }

  @Test
  void everyKeyArrives() {
    IngestSettings settings =
        settings(
            Map.ofEntries(
                Map.entry("ingest.application-id", "other"),
                Map.entry("ingest.state-directory", "there"),
                Map.entry("ingest.commit-interval-ms", "7"),
                Map.entry("ingest.standby-replicas", "1"),
                Map.entry("ingest.threads", "4"),
                Map.entry("ingest.replication-factor", "2"),
                Map.entry("ingest.output-buckets", "a-bucket, b-bucket"),
                Map.entry("ingest.model-digest", "abc"),
                Map.entry("ingest.presets", ""),
                Map.entry("ledger.stall-timeout-ms", "1"),
                Map.entry("ledger.queue-timeout-ms", "2"),
                Map.entry("ledger.max-attempts", "5"),
                Map.entry("ledger.retention-ms", "3")));
    assertThat(settings)
        .isEqualTo(
            new IngestSettings(
                "other",
                Path.of("there"),
                Duration.ofMillis(7),
                1,
                4,
                2,
                new AdmissionSettings(
                    List.of("a-bucket", "b-bucket"), Optional.of("abc"), List.of()),
                new LedgerSettings(
                    Duration.ofMillis(1), Duration.ofMillis(2), 5, Duration.ofMillis(3))));
  }

  @ParameterizedTest
  @CsvSource({
    "ingest.threads, 0",
    "ingest.threads, many",
    "ingest.commit-interval-ms, 0",
    "ingest.standby-replicas, -1",
    "ingest.replication-factor, 40000",
    "ingest.output-buckets, ' '",
    "ledger.max-attempts, 0",
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
    assertThatThrownBy(() -> Ingest.settings(file)).hasMessageContaining("'ingest.threads'");
    Files.writeString(file, "ingest.threads=2\nkafka.bootstrap-servers=there:1\n");
    assertThat(IngestSettings.from(Ingest.settings(file)).threads()).isEqualTo(2);
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
