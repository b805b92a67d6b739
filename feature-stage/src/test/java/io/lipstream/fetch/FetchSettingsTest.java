package io.lipstream.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FetchSettingsTest {
  @Test
  void byDefaultNothingOfOnesOwnIsOpen() {
    assertThat(FetchSettings.from(Settings.parse(FetchSettings.SETTINGS, Map.of())))
        .isEqualTo(
            new FetchSettings(
                List.of(),
                List.of(),
                50 << 20,
                512 << 20,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                Duration.ofSeconds(50)));
  }

  @Test
  void everyKeyIsRead() {
    Map<String, String> given =
        Map.of(
            "fetch.s3-allowed", "uploads, shared/voices",
            "fetch.private-hosts", "127.0.0.1:9000",
            "fetch.portrait-bytes", "1",
            "fetch.voice-bytes", "2",
            "fetch.connect-timeout", "3",
            "fetch.read-timeout", "4",
            "fetch.total-timeout", "5");
    assertThat(FetchSettings.from(Settings.parse(FetchSettings.SETTINGS, given)))
        .isEqualTo(
            new FetchSettings(
                List.of("uploads", "shared/voices"),
                List.of("127.0.0.1:9000"),
                1,
                2,
                Duration.ofMillis(3),
                Duration.ofMillis(4),
                Duration.ofMillis(5)));
  }

  @Test
  void limitsAreOverZero() {
    Settings settings = Settings.parse(FetchSettings.SETTINGS, Map.of("fetch.total-timeout", "0"));
    assertThatThrownBy(() -> FetchSettings.from(settings))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessageContaining("fetch.total-timeout");
  }
}
