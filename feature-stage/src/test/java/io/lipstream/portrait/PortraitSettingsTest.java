package io.lipstream.portrait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortraitSettingsTest {
  @Test
  void defaultsAreThoseOfTheTable() {
    assertThat(PortraitSettings.defaults())
        .isEqualTo(new PortraitSettings(50_000_000, 40, 0.5, 25));
  }

  @Test
  void everyKeyIsRead() {
    assertThat(
            read(
                Map.of(
                    "portrait.max-pixels", "1000",
                    "portrait.min-face", "64",
                    "portrait.min-confidence", "0.75",
                    "portrait.max-turn", "40")))
        .isEqualTo(new PortraitSettings(1000, 64, 0.75, 40));
  }

  @ParameterizedTest
  @CsvSource({
    "portrait.max-pixels, 0",
    "portrait.min-face, 0",
    "portrait.min-confidence, 0",
    "portrait.min-confidence, 1.5",
    "portrait.max-turn, 0",
    "portrait.max-turn, 91"
  })
  void valuesOutOfRangeAreRefusedByName(String key, String value) {
    assertThatThrownBy(() -> read(Map.of(key, value)))
        .isInstanceOf(LipstreamException.class)
        .hasMessageContaining(key);
  }

  private static PortraitSettings read(Map<String, String> values) {
    return PortraitSettings.from(Settings.parse(PortraitSettings.SETTINGS, values));
  }
}
