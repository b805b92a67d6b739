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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpuBenchmarkTest {
  @TempDir private Path folder;

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

  @ParameterizedTest
  @CsvSource({
    "'', usage: infra/bench/gpu/report.sh PROPERTIES-FILE",
    "one two, usage: infra/bench/gpu/report.sh PROPERTIES-FILE",
    "/no/such/file, the settings '/no/such/file' are no file that can be read"
  })
  void theScriptTakesOneFileThatIsThere(String arguments, String refusal) throws Exception {
    Path programs = Files.createDirectory(folder.resolve("programs"));
    Path pretended = Files.writeString(programs.resolve("nvidia-smi"), "#!/bin/sh\nexit 0\n");
    assertThat(pretended.toFile().setExecutable(true)).isTrue();
    List<String> command = new ArrayList<>(List.of("bash", "gpu/report.sh"));
    Arrays.stream(arguments.split(" ", -1)).filter(each -> !each.isEmpty()).forEach(command::add);
    ProcessBuilder script = new ProcessBuilder(command).redirectErrorStream(true);
    script.environment().merge("PATH", programs + ":", (path, first) -> first + path);

    Process process = script.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(said.strip()).isEqualTo("CONFIGURATION_INVALID: " + refusal);
  }

  @Test
  void moreThanOneFileIsRefusedByTheBenchmarkToo() {
    assertThatThrownBy(() -> new GpuBenchmark().run(System.out, List.of("one", "two")))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER));
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
