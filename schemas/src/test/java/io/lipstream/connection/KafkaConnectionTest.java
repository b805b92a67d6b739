package io.lipstream.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaConnectionTest {

  @Test
  void pointsToThisMachineByDefault() {
    KafkaConnection connection = from(Map.of());
    assertThat(connection)
        .isEqualTo(KafkaConnection.plain("localhost:9092", "http://localhost:8081"));
    assertThat(connection.clientProperties())
        .containsOnly(Map.entry("bootstrap.servers", "localhost:9092"));
  }

  @Test
  void addsThePropertiesOfTheFileAndKeepsItsOwnAddress(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("client.properties"),
            "security.protocol=SASL_SSL\nbootstrap.servers=elsewhere:1\n");
    KafkaConnection connection =
        from(Map.of("kafka.bootstrap-servers", "b:2", "kafka.properties-file", file.toString()));
    assertThat(connection.clientProperties())
        .containsOnly(
            Map.entry("bootstrap.servers", "b:2"), Map.entry("security.protocol", "SASL_SSL"));
  }

  @Test
  void namesAFileThatCannotBeRead(@TempDir Path folder) {
    String missing = folder.resolve("missing").toString();
    assertThatThrownBy(() -> from(Map.of("kafka.properties-file", missing)))
        .isInstanceOf(LipstreamException.class)
        .hasMessageContaining(missing);
  }

  @Test
  void showsNoPassword() {
    assertThat(KafkaConnection.plain("b:1", "https://user:secret@registry:443/x"))
        .hasToString("Kafka b:1, registry https://registry:443/x");
  }

  private static KafkaConnection from(Map<String, String> given) {
    return KafkaConnection.from(Settings.parse(KafkaConnection.SETTINGS, given));
  }
}
