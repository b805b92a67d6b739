package io.lipstream.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.lipstream.connection.KafkaConnection;
import io.lipstream.ingest.EdgeSettings;
import io.lipstream.ingest.IngestSettings;
import io.lipstream.job.DataPlaneSettings;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The deployment's examples can be read by what reads them. */
final class DeployTest {
  private static final Path DEPLOY = Path.of("../deploy");

  @Test
  void ingestTakesItsExample() throws IOException {
    List<Setting> declared =
        Stream.of(IngestSettings.SETTINGS, EdgeSettings.SETTINGS, KafkaConnection.SETTINGS)
            .flatMap(List::stream)
            .toList();
    Map<String, String> given = new HashMap<>(properties("config/ingest.properties"));
    given.put("http.advertised", "ingest-0:8080"); // what the examples give by the environment
    given.put("http.internal-secret", "secret");
    Settings settings = Settings.parse(declared, given);
    assertThat(IngestSettings.from(settings).replicationFactor()).isEqualTo(1);
    EdgeSettings edges = EdgeSettings.from(settings);
    assertThat(edges.s3().endpoint()).startsWith("http");
    assertThat(edges.gateway().enabled()).isTrue();
    assertThat(KafkaConnection.from(settings).bootstrapServers()).isEqualTo("kafka:9092");
  }

  @Test
  void theRenderJobTakesItsExample() throws IOException {
    Map<String, String> given = properties("config/render.properties");
    assertThat(given).containsKey("s3.work-bucket");
    assertThatCode(() -> new DataPlaneSettings(given)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "compose/compose.yaml",
        "config/flink-config.yaml",
        "k8s/lipstream.yaml",
        "prometheus/prometheus.yml",
        "grafana/lipstream.json",
        "notifications/aws-eventbridge-bucket.json",
        "notifications/aws-eventbridge-in-rule.json",
        "notifications/aws-eventbridge-rule.json",
        "notifications/aws-sqs-bucket.json",
        "notifications/aws-sqs-policy.json",
        "notifications/ceph-in.json",
        "notifications/ceph-out.json",
        "notifications/minio-in.json",
        "notifications/minio-out.json",
        "s3-lifecycle-assets.json",
        "s3-lifecycle.json"
      })
  void theFilesAreWellFormed(String name) throws IOException {
    ObjectMapper mapper =
        name.endsWith(".json") ? new ObjectMapper() : new ObjectMapper(new YAMLFactory());
    try (MappingIterator<JsonNode> documents =
        mapper.readerFor(JsonNode.class).readValues(DEPLOY.resolve(name).toFile())) {
      assertThat(documents.readAll()).isNotEmpty().allMatch(JsonNode::isObject);
    }
  }

  private static Map<String, String> properties(String name) throws IOException {
    Properties properties = new Properties();
    try (var reader = Files.newBufferedReader(DEPLOY.resolve(name))) {
      properties.load(reader);
    }
    return properties.stringPropertyNames().stream()
        .collect(Collectors.toMap(key -> key, properties::getProperty));
  }
}
