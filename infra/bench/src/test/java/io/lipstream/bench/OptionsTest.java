package io.lipstream.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.LipstreamException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void whatIsGivenCountsElseTheDefault() {
    Options options = Options.parse(List.of("--runs", "7"), "runs", "report");
    assertThat(options.integer("runs", 3)).isEqualTo(7);
    assertThat(options.path("report", Path.of("here"))).isEqualTo(Path.of("here"));
  }

  @Test
  void whatIsNotKnownIsRefusedWithTheNearest() {
    assertThatThrownBy(() -> Options.parse(List.of("--rums", "7"), "runs"))
        .isInstanceOf(LipstreamException.class)
        .hasMessageContaining("'--rums'")
        .hasMessageContaining("'--runs'");
    assertThatThrownBy(() -> Options.parse(List.of("--runs"), "runs"))
        .hasMessageContaining("no value");
    assertThatThrownBy(() -> Options.parse(List.of("--runs", "0"), "runs").integer("runs", 1))
        .hasMessageContaining("'0'");
  }
}
