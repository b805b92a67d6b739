package io.lipstream.bench.gpu;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.engine.InputShapes;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.Network;
import io.lipstream.inference.OutOfDeviceMemory;
import io.lipstream.inference.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a report does where a device fails, on one that does so in the ways that real ones do. */
@Timeout(60)
final class GpuReportTest {
  private static final InputShapes ONE = shapes(1);
  private static final InputShapes EIGHT = shapes(8);

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final GpuReport report =
      new GpuReport(new PrintStream(said, true, UTF_8), List.of(ONE, EIGHT), 1, 64);

  @Test
  void aBatchThatDoesNotFitIsHalvedUntilItDoes() {
    report.measure("scarce", false, () -> new Device(10, 0, OptionalLong.of(3 << 20)));

    assertThat(text())
        .contains(ONE.name() + ": ", "ms a frame, 3 MB in use")
        .contains("a batch of 16 frames was refused; the micro-batcher halved [16")
        .contains("made 16 of 16")
        .doesNotContain("Optional");
    assertThat(report.line()).matches("engines=1 shapes=2 failed_shapes=0 halvings=[1-9].*");
  }

  @Test
  void aShapeThatFailsIsALineAndTheNextIsRun() {
    report.measure("no memory for eight", false, () -> new Device(4, 0, OptionalLong.empty()));
    report.measure("no plan for one", false, () -> new Device(1_000, 1, OptionalLong.empty()));

    assertThat(text())
        .contains(EIGHT.name() + ": not run: no memory for 8 frames")
        .contains(ONE.name() + ": not run: its plan does not open")
        .contains(EIGHT.name() + ": 0.", "unknown memory in use")
        .contains("no batch of up to 64 frames was refused");
    assertThat(report.line()).startsWith("engines=2 shapes=2 failed_shapes=2 ");
  }

  @Test
  void anEngineThatCannotBeOpenedIsALineAndTheNextIsMeasured() {
    report.measure(
        "absent",
        false,
        () -> {
          throw new LipstreamException(ErrorCode.CONFIGURATION_INVALID, "no library");
        });
    report.measure("there", false, () -> new Device(1_000, 0, OptionalLong.empty()));

    assertThat(text()).contains("not measured: no library");
    assertThat(report.line()).startsWith("engines=1 shapes=2 failed_shapes=0 ");
  }

  @Test
  void halfPrecisionIsComparedWithFull() {
    report.measure("full", false, () -> new Device(1_000, 0, OptionalLong.empty()));
    assertThat(report.line()).endsWith("worst_half_psnr_db=none");
    report.measure("half", true, () -> new Device(1_000, 0, OptionalLong.empty(), 101));

    assertThat(text()).contains("48.1 dB to full precision");
    assertThat(report.line()).endsWith("worst_half_psnr_db=48.1");
  }

  @Test
  void everyPortraitOfARunHasFrames() {
    InputShapes shapes =
        new InputShapes(new TreeMap<>(Map.of("base", List.of(2L, 3L), "portrait", List.of(4L))));

    FloatBuffer portrait = Run.inputs(shapes).get("portrait").values();

    float[] values = new float[4];
    portrait.duplicate().get(values);
    assertThat(values).containsExactly(0, 1, 0, 1);
  }

  private String text() {
    return said.toString(UTF_8);
  }

  private static InputShapes shapes(long frames) {
    return new InputShapes(
        new TreeMap<>(
            Map.of(
                "face",
                List.of(1L, frames, 3L),
                "head",
                List.of(1L, 2 * frames, 2L),
                "base",
                List.of(1L))));
  }

  /** Memory for so many frames, a plan missing for one size, and a grey that it makes. */
  private record Device(int room, int withoutPlan, OptionalLong deviceMemory, float grey)
      implements Engine {
    Device(int room, int withoutPlan, OptionalLong deviceMemory) {
      this(room, withoutPlan, deviceMemory, 100);
    }

    @Override
    public String name() {
      return "device";
    }

    @Override
    public boolean hasGraphicsProcessor() {
      return true;
    }

    @Override
    public Network open(Bundle bundle, String graph) {
      return new Network() {
        @Override
        public Map<String, Tensor> run(Map<String, Tensor> inputs) {
          int frames = (int) inputs.get("face").shape()[1];
          if (frames > room) {
            throw new OutOfDeviceMemory("no memory for %d frames".formatted(frames), null);
          }
          if (frames == withoutPlan) {
            throw new LipstreamException(ErrorCode.ENGINE_FAILED, "its plan does not open");
          }
          float[] values = new float[frames];
          java.util.Arrays.fill(values, grey);
          return Map.of("frames", Tensor.of(values, frames));
        }

        @Override
        public void close() {}
      };
    }
  }
}
