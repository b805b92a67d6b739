package io.lipstream.motion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MotionSettingsTest {
  @Test
  void defaultsAreThoseOfTheTable() {
    assertThat(MotionSettings.defaults()).isEqualTo(new MotionSettings(0.1, true, 0.002));
  }

  @Test
  void everyKeyIsRead() {
    assertThat(
            read(
                Map.of(
                    "motion.duration-tolerance-ms", "250",
                    "motion.duration-mismatch", "warn",
                    "motion.network-latency-ms", "-50")))
        .isEqualTo(new MotionSettings(0.25, false, -0.05));
  }

  @ParameterizedTest
  @CsvSource({
    "motion.duration-tolerance-ms, -1",
    "motion.duration-mismatch, maybe",
    "motion.network-latency-ms, 51",
    "motion.network-latency-ms, NaN"
  })
  void valuesOutOfRangeAreRefusedByName(String key, String value) {
    assertThatThrownBy(() -> read(Map.of(key, value)))
        .isInstanceOf(LipstreamException.class)
        .hasMessageContaining(key);
  }

  private static MotionSettings read(Map<String, String> values) {
    return MotionSettings.from(Settings.parse(MotionSettings.SETTINGS, values));
  }
}
