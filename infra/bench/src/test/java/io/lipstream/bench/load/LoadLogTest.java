package io.lipstream.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.error.LipstreamException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadLogTest {
  @TempDir Path folder;

  /** One request a tenth of a second for 100 s, slower by 1 ms each second. */
  private static LoadLog rising() {
    LoadLog log = new LoadLog();
    for (int i = 0; i <= 1000; i++) {
      log.add(i / 10.0, 100 + i / 10.0);
    }
    return log;
  }

  @Test
  void windowsFollowTheTime() {
    LoadLog.Windows windows = rising().windows(10);
    assertThat(windows.middles()).hasSize(10);
    assertThat(windows.middles()[0]).isCloseTo(5, within(1e-9));
    assertThat(windows.p50()[0]).isCloseTo(105, within(0.2));
    assertThat(windows.p99()[9]).isCloseTo(199.9, within(0.2));
  }

  @Test
  void aWindowWithoutRequestsIsLeftOut() {
    LoadLog log = new LoadLog();
    log.add(1, 10);
    log.add(100, 20);
    assertThat(log.windows(10).p99()).containsExactly(10, 20);
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    Path file = folder.resolve("run.csv");
    rising().write(file);
    assertThat(LoadLog.read(file).milliseconds()).isEqualTo(rising().milliseconds());
  }

  @Test
  void whatIsNoLogIsRefusedWithItsLine() throws Exception {
    Path file = folder.resolve("run.csv");
    Files.writeString(file, "second,latency_ms\n1,2\nx,3\n");
    assertThatThrownBy(() -> LoadLog.read(file))
        .isInstanceOf(LipstreamException.class)
        .hasMessageContaining("'x,3' in line 3");
    Files.writeString(file, "time\n1\n");
    assertThatThrownBy(() -> LoadLog.read(file)).hasMessageContaining("second,latency_ms");
  }

  @Test
  void thePlotStandsBesideTheLog() throws Exception {
    Path file = folder.resolve("run.csv");
    rising().write(file);
    String line =
        new PlotBenchmark()
            .run(
                new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
                List.of(file.toString()));
    assertThat(line).startsWith("requests=1001 p99_ms=199 ");
    assertThat(ImageIO.read(folder.resolve("run.png").toFile())).isNotNull();
  }
}
