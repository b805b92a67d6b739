package io.lipstream.bench.scheduling;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.bench.Benchmark;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SchedulingReportsTest {
  private static final String NUMBER = "\\d+\\.\\d{3}";

  @TempDir private Path folder;

  private String run(Benchmark benchmark, String... arguments) {
    return benchmark.run(
        new PrintStream(new ByteArrayOutputStream(), true, UTF_8), List.of(arguments));
  }

  @Test
  void theLoadCurveReportsWhatItsLastLineSays() throws IOException {
    String line = run(new LoadCurveBenchmark(), "--minutes", "1", "--report", folder.toString());
    assertThat(line)
        .matches(
            "throughput_ratio=N errors=N busy=N fill=N naive_ratio=N naive_errors=N"
                .replace("N", NUMBER));
    assertThat(Files.readString(folder.resolve("report.md")))
        .contains(line, "![throughput.png](throughput.png)", "contradict each other")
        .containsPattern("\\| Lipstream, default delay \\| 200 \\| \\d")
        .contains("waits 400 ms", "nobody sets it, 5 ms");
    assertThat(folder.resolve("throughput.png")).isNotEmptyFile();
    assertThat(folder.resolve("p99.png")).isNotEmptyFile();
  }

  @Test
  void theBatcherReportsWhatItsLastLineSays() throws IOException {
    String line = run(new BatcherBenchmark(), "--runs", "1", "--report", folder.toString());
    assertThat(line).matches("overhead=\\d\\.\\d{4} ns_per_item=[1-9]\\d*");
    assertThat(Files.readString(folder.resolve("report.md"))).contains(line);
  }
}
