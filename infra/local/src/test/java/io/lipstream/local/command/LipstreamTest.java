package io.lipstream.local.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LipstreamTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  @Test
  void helpNamesEveryCommand() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains("render", "up", "submit", "status", "tail", "test", "bench", "Exit status");
  }

  @ParameterizedTest
  @ValueSource(strings = {"render", "up", "submit", "status", "tail", "test", "bench", "engine"})
  void everyCommandExplainsItself(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: lipstream " + command);
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"submit", "status", "tail"})
  void whoTalksToAStackIsNotOfferedHowToStartOne(String command) {
    run(command, "--help");
    assertThat(out.toString()).contains("--data").doesNotContain("kafka-port", "--set");
  }

  @Test
  void renderHelpNamesEveryRequestParameter() {
    run("render", "--help");
    assertThat(out.toString())
        .contains(
            "--preset",
            "--resolution",
            "--expand-ratio",
            "--inference-steps",
            "--dynamic-scale",
            "--motion-scale",
            "--lip-sync-refinement",
            "--smooth-motion",
            "--seed",
            "--fps",
            "--framing",
            "--face",
            "--lane",
            "--duration",
            "--deadline",
            "--output-uri",
            "--tenant",
            "--request-id",
            "--user-data");
  }

  @Test
  void plansAreBuiltOnAMachineWithAGpuOnly() {
    assumeThat(Files.exists(Path.of("/dev/nvidiactl"))).isFalse();
    assertThat(run("engine", "build")).isEqualTo(2);
    assertSingleLine(
        "CONFIGURATION_INVALID: plans are built on a machine like the one that runs them, but no NVIDIA GPU was found");
  }

  @Test
  void aFileThatIsNotThereIsOneLineWithItsCode() {
    Path missing = folder.resolve("no such é.png");
    assertThat(run("render", "--portrait", missing.toString(), "--audio", missing.toString()))
        .isEqualTo(2);
    assertSingleLine("ASSET_NOT_FOUND: there is no file " + missing);
  }

  @Test
  void anEmptyFileIsRefusedBeforeAnyServerStarts() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.png"));
    assertThat(run("render", "--portrait", empty.toString(), "--audio", empty.toString()))
        .isEqualTo(2);
    assertSingleLine("ASSET_NOT_FOUND: " + empty + " is empty");
  }

  @Test
  void aFolderIsNotTakenForAFile() {
    assertThat(run("render", "--portrait", folder.toString(), "--audio", folder.toString()))
        .isEqualTo(2);
    assertSingleLine("ASSET_NOT_FOUND: " + folder + " is a folder, expected a file");
  }

  @Test
  void aPortraitAloneIsRefused() {
    assertThat(run("render", "--portrait", "a.png")).isEqualTo(2);
    assertSingleLine("INVALID_PARAMETER: --portrait and --audio go together");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nowhere/out.mp4", "/proc/out.mp4"})
  void aTargetThatCannotBeWrittenIsRefused(String target) throws IOException {
    Path file = Files.writeString(folder.resolve("a.png"), "x");
    assertThat(
            run(
                "render",
                "--portrait",
                file.toString(),
                "--audio",
                file.toString(),
                "--out",
                folder.resolve(target).toString()))
        .isEqualTo(2);
    assertSingleLine("INVALID_PARAMETER: --out ");
  }

  @Test
  void aMistypedOptionIsOneLine() {
    assertThat(run("render", "--resolutoin", "512")).isEqualTo(2);
    assertSingleLine("INVALID_PARAMETER: Unknown option");
  }

  @Test
  void aValueOfTheWrongKindIsOneLine() {
    assertThat(run("render", "--fps", "many")).isEqualTo(2);
    assertSingleLine("INVALID_PARAMETER: Invalid value for option '--fps'");
    assertThat(err.toString()).contains("'many'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"status", "tail", "submit"})
  void aCommandThatNeedsARunningStackSaysHowToStartOne(String command) throws IOException {
    Path file = Files.writeString(folder.resolve("a.png"), "x");
    List<String> more =
        switch (command) {
          case "status" -> List.of("some-job");
          case "submit" -> List.of("--portrait", file.toString(), "--audio", file.toString());
          default -> List.of();
        };
    List<String> arguments =
        new java.util.ArrayList<>(List.of(command, "--data", folder.toString()));
    arguments.addAll(more);
    assertThat(run(arguments.toArray(String[]::new))).isEqualTo(2);
    assertSingleLine("CONFIGURATION_INVALID: no stack runs on " + folder);
  }

  private void assertSingleLine(String beginning) {
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).startsWith(beginning);
    assertThat(out.toString()).isEmpty();
  }

  private int run(String... arguments) {
    return Lipstream.run(
        new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false), arguments);
  }
}
