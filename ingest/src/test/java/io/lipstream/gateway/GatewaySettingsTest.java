package io.lipstream.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Settings;
import io.lipstream.storage.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GatewaySettingsTest {
  @TempDir Path folder;

  @Test
  void thereIsNoGatewayUnlessAPortIsGiven() {
    assertThat(GatewaySettings.off().enabled()).isFalse();
    assertThat(settings(Map.of("http.port", "8080")).advertised()).isEqualTo("127.0.0.1:8080");
  }

  @Test
  void withoutKeysOnlyThisMachineMayCall() {
    assertRefused(Map.of("http.host", "0.0.0.0"), "http.api-keys-file");
    assertRefused(
        Map.of("http.host", "0.0.0.0", "http.api-keys-file", "keys"), "http.internal-secret");
    Map<String, String> open =
        Map.of(
            "http.host", "0.0.0.0", "http.api-keys-file", "keys", "http.internal-secret", "secret");
    assertRefused(open, "http.advertised");
    assertThat(settings(Map.of("http.host", "localhost")).apiKeys()).isEmpty();
  }

  @Test
  void aValueThatCannotBeIsNamed() {
    assertRefused(Map.of("http.generate.async-status", "204"), "http.generate.async-status");
    assertRefused(Map.of("http.generate.default-wait", "121"), "http.generate.default-wait");
    assertRefused(Map.of("http.link-seconds", "604801"), "http.link-seconds");
    assertRefused(Map.of("http.advertised", "here"), "http.advertised");
  }

  @Test
  void keysAreReplacedWhileTheGatewayRuns() throws IOException {
    Path file = folder.resolve("keys");
    write(file, "# ours\n\na %s\na %s\n".formatted(hash("one"), hash("two")), 1);
    ApiKeys keys = new ApiKeys(file);
    assertThat(keys.tenantOf("one")).contains("a");
    assertThat(keys.tenantOf("two")).contains("a");
    assertThat(keys.tenantOf(hash("one"))).isEmpty();

    write(file, "a %s\nb %s\n".formatted(hash("two"), hash("three")), 2);
    assertThat(keys.tenantOf("one")).isEmpty();
    assertThat(keys.tenantOf("three")).contains("b");

    write(file, "a two\n", 3);
    assertThat(keys.tenantOf("three")).as("what cannot be read changes nothing").contains("b");
    assertThatThrownBy(() -> new ApiKeys(file))
        .isInstanceOf(LipstreamException.class)
        .hasMessageContaining("line 1");
    write(file, "a %s\n".formatted(hash("x")).repeat(3), 4);
    assertThatThrownBy(() -> new ApiKeys(file)).hasMessageContaining("line 3 is one more");
    write(file, "a %s\nb %s\n".formatted(hash("x"), hash("x")), 5);
    assertThatThrownBy(() -> new ApiKeys(file)).hasMessageContaining("line 2 is another's");
  }

  private static void write(Path file, String text, int second) throws IOException {
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.fromMillis(second * 1000L));
  }

  private static String hash(String key) {
    return Digest.of(key.getBytes(UTF_8));
  }

  private static GatewaySettings settings(Map<String, String> given) {
    return GatewaySettings.from(Settings.parse(GatewaySettings.SETTINGS, given));
  }

  private static void assertRefused(Map<String, String> given, String key) {
    assertThatThrownBy(() -> settings(given))
        .isInstanceOf(LipstreamException.class)
        .hasMessageStartingWith("configuration key '%s'".formatted(key));
  }
}
