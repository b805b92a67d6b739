package io.lipstream.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.OutOfDeviceMemory;
import io.lipstream.inference.Tensor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PlansTest {
  private static final String DIGEST = "0123456789abcdef";
  private static final PlanTarget TARGET = new PlanTarget("NVIDIA A10", "8.6.1", Precision.HALF);
  private static final InputShapes BUILT = new InputShapes(new TreeMap<>()).with("face", 8, 39);
  private static final InputShapes MISSING = new InputShapes(new TreeMap<>()).with("face", 4, 39);
  private static final Path FILE = Path.of("face.trt");

  private final Plans plans =
      new Plans(
          (digest, target, graph, shapes) ->
              shapes.equals(BUILT) ? Optional.of(FILE) : Optional.empty(),
          TARGET);

  @Test
  void aPlanThatIsMissingIsAnErrorAtStartThatNamesTheCommand() {
    assertThatCode(() -> plans.requireAll(DIGEST, "face_renderer", List.of(BUILT)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> plans.requireAll(DIGEST, "face_renderer", List.of(BUILT, MISSING)))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessage(
            "1 plan(s) of bundle 0123456789ab for NVIDIA A10 with TensorRT 8.6.1 at half precision are missing, such as face_renderer with face-4x39; build them on such a machine with 'infra/lipstream engine build'");
  }

  @Test
  void aRunNeverBuildsWhatIsMissing() {
    assertThat(plans.require(DIGEST, "face_renderer", BUILT)).isEqualTo(FILE);
    assertThatThrownBy(() -> plans.require(DIGEST, "face_renderer", MISSING))
        .hasMessageContaining("engine build");
  }

  @Test
  void shapesAreThoseOfTheTensors() {
    InputShapes shapes =
        InputShapes.of(
            Map.of(
                "head", Tensor.of(new float[12], 2, 2, 3),
                "face", Tensor.of(new float[6], 2, 3)));

    assertThat(shapes.name()).isEqualTo("face-2x3.head-2x2x3");
    assertThat(shapes.bytes()).isEqualTo(4 * (12 + 6));
    assertThat(shapes)
        .isEqualTo(new InputShapes(new TreeMap<>()).with("head", 2, 2, 3).with("face", 2, 3));
  }

  @Test
  void aTargetsNameMakesFolders() {
    assertThat(new PlanTarget("NVIDIA GeForce RTX 4090 / D", "10.3.0", Precision.FULL).folders())
        .isEqualTo("NVIDIA-GeForce-RTX-4090-D/10.3.0/full");
  }

  @Test
  void aDeviceWithoutRoomIsFoundBeforeNativeCodeIsAsked() {
    assertThatThrownBy(() -> DeviceRoom.require(OptionalLong.of(99), 100, "g"))
        .isInstanceOf(OutOfDeviceMemory.class)
        .hasMessage("the graph g needs 100 bytes on the GPU, of which 99 are free");
    assertThatCode(() -> DeviceRoom.require(OptionalLong.of(100), 100, "g"))
        .doesNotThrowAnyException();
    assertThatCode(() -> DeviceRoom.require(OptionalLong.empty(), 100, "g"))
        .doesNotThrowAnyException();
  }
}
