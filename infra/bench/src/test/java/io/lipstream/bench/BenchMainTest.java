package io.lipstream.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchMainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  private record Fixed(String name, String goal, String result) implements Benchmark {
    @Override
    public String run(PrintStream out, List<String> arguments) {
      Options.parse(arguments);
      if (result.isEmpty()) {
        throw new LipstreamException(ErrorCode.ENGINE_FAILED, "no engine");
      }
      out.println("on the way");
      return result;
    }
  }

  private int run(String... arguments) {
    List<Benchmark> benchmarks =
        List.of(new Fixed("quick", "under 1 ms", "ms=0.5"), new Fixed("broken", "none", ""));
    return BenchMain.run(
        List.of(arguments),
        benchmarks,
        new PrintStream(out, true, UTF_8),
        new PrintStream(errors, true, UTF_8));
  }

  @Test
  void theLastLineIsNameAndFigures() {
    assertThat(run("quick")).isZero();
    assertThat(out.toString(UTF_8).lines()).containsExactly("on the way", "quick ms=0.5");
  }

  @Test
  void theListHasEachWithItsGoal() {
    assertThat(run("list")).isZero();
    assertThat(out.toString(UTF_8).lines()).hasSize(2).first().asString().contains("under 1 ms");
  }

  /** The script prints it without a build; -Dreadme.write=true writes it anew. */
  @Test
  void theListThatTheScriptPrintsHasEveryBenchmark() throws IOException {
    Path file = Path.of("benchmarks.txt");
    assertThat(
            BenchMain.run(
                List.of("list"), Benchmarks.ALL, new PrintStream(out, true, UTF_8), System.err))
        .isZero();
    if (Boolean.getBoolean("readme.write")) {
      Files.writeString(file, out.toString(UTF_8));
    }
    assertThat(Files.readString(file)).isEqualTo(out.toString(UTF_8));
  }

  @Test
  void anUnknownNameIsAnsweredWithTheNearest() {
    assertThat(run("quik")).isEqualTo(2);
    assertThat(errors.toString(UTF_8)).contains("'quik'", "'quick'");
    assertThat(run()).isEqualTo(2);
  }

  @Test
  void aFailureIsOneLineWithItsCode() {
    assertThat(run("broken")).isEqualTo(1);
    assertThat(errors.toString(UTF_8).lines()).containsExactly("ENGINE_FAILED: no engine");
  }

  @Test
  void namesAreOneWordAndDistinct() {
    assertThat(Benchmarks.ALL).extracting(Benchmark::name).doesNotHaveDuplicates();
    assertThat(Benchmarks.ALL).allMatch(each -> each.name().matches("[a-z][a-z-]*"));
    assertThat(Benchmarks.ALL).noneMatch(each -> each.goal().isBlank());
  }

  @Test
  void theMedianIsTheMiddle() {
    assertThat(Timing.median(new double[] {9, 1, 5})).isEqualTo(5);
    assertThat(Timing.median(new double[] {9, 1, 5, 6})).isEqualTo(5.5);
  }
}
