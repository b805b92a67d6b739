package io.lipstream.bench.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GpuBenchmarkTest {
  @BeforeEach
  void onlyWithoutGpu() {
    assumeThat(Files.exists(Path.of("/dev/nvidiactl"))).isFalse();
  }

  @Test
  void theScriptGivesItsReasonInOneLine() throws Exception {
    Process script = new ProcessBuilder("bash", "gpu/report.sh").redirectErrorStream(true).start();
    String said = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(script.waitFor()).isEqualTo(2);
    assertThat(said.lines()).hasSize(1);
    assertThat(said).startsWith("CONFIGURATION_INVALID: no NVIDIA GPU was found");
  }

  @Test
  void theBenchmarkIsRefusedInOneLine() {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);

    assertThatThrownBy(() -> new GpuBenchmark().run(nowhere, List.of()))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessage("bench gpu measures GPUs, but this machine's engine is OnnxRuntime/cpu");
  }

  @Test
  void likenessIsThePeakSignalToNoiseRatio() {
    float[] grey = {100, 100, 100, 100};

    assertThat(Likeness.decibels(grey, new float[] {101, 99, 101, 99}))
        .isCloseTo(48.13, within(0.01));
    assertThat(Likeness.decibels(grey, grey)).isInfinite();
  }
}
