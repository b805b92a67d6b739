package io.lipstream.job;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Settings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobSettingsTest {
  @Test
  void defaults() {
    assertThat(parse(Map.of()))
        .isEqualTo(
            new JobSettings(
                1,
                1,
                Duration.ofSeconds(5),
                16,
                240,
                1,
                2,
                1,
                64,
                3,
                Map.of(),
                Duration.ofDays(1)));
  }

  @Test
  void everyKeyIsRead() {
    JobSettings settings =
        parse(
            Map.ofEntries(
                entry("job.parallelism", "2"),
                entry("job.render-parallelism", "3"),
                entry("job.checkpoint-interval-ms", "4000"),
                entry("job.fetch-threads", "5"),
                entry("job.fetch-waiting", "11"),
                entry("job.features-threads", "6"),
                entry("job.render-threads", "7"),
                entry("job.assemble-threads", "8"),
                entry("job.interleaver-clips", "9"),
                entry("job.interactive-share", "10"),
                entry("job.tenant-weights", "shop=2, a=b=0.5"),
                entry("job.keep-unfinished-ms", "10000")));

    assertThat(settings)
        .isEqualTo(
            new JobSettings(
                2,
                3,
                Duration.ofSeconds(4),
                5,
                11,
                6,
                7,
                8,
                9,
                10,
                Map.of("shop", 2.0, "a=b", 0.5),
                Duration.ofSeconds(10)));
  }

  @Test
  void aWeightMustBeANumberAboveZero() {
    for (String weights : new String[] {"shop", "shop=", "shop=0", "shop=-1", "=2", "shop=NaN"}) {
      assertThatThrownBy(() -> parse(Map.of("job.tenant-weights", weights)))
          .isInstanceOfSatisfying(
              LipstreamException.class,
              failure -> {
                assertThat(failure.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
                assertThat(failure).hasMessageContaining(weights);
              });
    }
  }

  @Test
  void countsMustBeAboveZero() {
    for (String key :
        new String[] {
          "job.parallelism",
          "job.render-parallelism",
          "job.fetch-threads",
          "job.fetch-waiting",
          "job.features-threads",
          "job.render-threads",
          "job.assemble-threads",
          "job.interleaver-clips"
        }) {
      assertThatThrownBy(() -> parse(Map.of(key, "0")))
          .isInstanceOf(LipstreamException.class)
          .hasMessageContaining(key);
    }
  }

  @Test
  void aSlipOfThePenFailsTheStart() {
    assertThatThrownBy(() -> new DataPlaneSettings(Map.of("job.paralellism", "2")))
        .isInstanceOf(LipstreamException.class)
        .hasMessageContaining("job.parallelism");
  }

  private static JobSettings parse(Map<String, String> given) {
    return JobSettings.from(Settings.parse(JobSettings.SETTINGS, given));
  }
}
