package io.lipstream.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.engine.EngineChoice.Kind;
import io.lipstream.engine.EngineSettings.Choice;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EngineChoiceTest {
  private static final Set<EngineSettings.Provider> CPU_BUILD = Set.of(EngineSettings.Provider.CPU);
  private static final Set<EngineSettings.Provider> GPU_BUILD =
      Set.of(
          EngineSettings.Provider.CPU,
          EngineSettings.Provider.CUDA,
          EngineSettings.Provider.TENSORRT);
  private static final String NO_LIBRARIES = "its libraries do not load: libnvinfer.so.8";
  private static final Machine BARE = new Machine(0, CPU_BUILD, "no NVIDIA GPU was found");
  private static final Machine GPUS_ALONE = new Machine(2, CPU_BUILD, NO_LIBRARIES);
  private static final Machine NEWER_GPUS = new Machine(2, GPU_BUILD, NO_LIBRARIES);
  private static final Machine ALL = new Machine(2, GPU_BUILD, "");

  @Test
  void takesTheFastestThatTheMachineHas() {
    assertThat(kind(free(Precision.FULL), BARE)).isEqualTo(Kind.ONNX_CPU);
    assertThat(kind(free(Precision.FULL), GPUS_ALONE)).isEqualTo(Kind.ONNX_CPU);
    assertThat(kind(free(Precision.FULL), NEWER_GPUS)).isEqualTo(Kind.ONNX_CUDA);
    assertThat(kind(free(Precision.FULL), ALL)).isEqualTo(Kind.TENSORRT);
    assertThat(kind(free(Precision.HALF), NEWER_GPUS)).isEqualTo(Kind.ONNX_TENSORRT);
    assertThat(kind(free(Precision.HALF), ALL)).isEqualTo(Kind.TENSORRT);
  }

  @Test
  void takesWhatIsForced() {
    assertThat(kind(onnx(EngineSettings.Provider.AUTO), ALL)).isEqualTo(Kind.ONNX_CUDA);
    assertThat(kind(onnx(EngineSettings.Provider.CPU), ALL)).isEqualTo(Kind.ONNX_CPU);
    assertThat(kind(onnx(EngineSettings.Provider.CUDA), ALL)).isEqualTo(Kind.ONNX_CUDA);
    assertThat(kind(onnx(EngineSettings.Provider.TENSORRT), ALL)).isEqualTo(Kind.ONNX_TENSORRT);
    assertThat(
            kind(
                settings(
                    Choice.AUTO, EngineSettings.Provider.CPU, Precision.FULL, OptionalInt.empty()),
                ALL))
        .isEqualTo(Kind.ONNX_CPU);
  }

  @Test
  void refusesAProviderThatTheBuildLacks() {
    assertRefused(
        onnx(EngineSettings.Provider.CUDA),
        GPUS_ALONE,
        "render.onnxruntime-provider is cuda, but the ONNX Runtime on the class path was built without it (build with -Pgpu); use auto or cpu");
  }

  @Test
  void refusesLibrariesThatDoNotLoad() {
    assertRefused(
        settings(
            Choice.TENSORRT, EngineSettings.Provider.AUTO, Precision.FULL, OptionalInt.empty()),
        NEWER_GPUS,
        "render.engine is tensorrt, but its libraries do not load: libnvinfer.so.8; use auto or onnxruntime");
  }

  @Test
  void halfPrecisionIsRefusedWhereItWouldBeIgnored() {
    assertRefused(
        free(Precision.HALF),
        BARE,
        "render.precision is half, but OnnxRuntime/cpu computes a graph as it is written, in 32 bits; use full, or TensorRT on a GPU");
    assertRefused(
        settings(
            Choice.ONNXRUNTIME, EngineSettings.Provider.CUDA, Precision.HALF, OptionalInt.empty()),
        ALL,
        "render.precision is half, but OnnxRuntime/cuda computes a graph as it is written, in 32 bits; use full, or TensorRT on a GPU");
  }

  @Test
  void theIndexOfTheGpuIsChecked() {
    assertThat(EngineChoice.of(onGpu(1), ALL).gpu()).isEqualTo(1);
    assertRefused(onGpu(2), ALL, "render.gpu is 2, but the process sees 2 GPU(s), counted from 0");
  }

  @Test
  void anAssignedGpuGivesWayToOneThatIsSet() {
    EngineSettings open = new EngineSettings(Choice.AUTO, 1);

    assertThat(open.assigned(OptionalInt.of(1)).gpu()).hasValue(1);
    assertThat(onGpu(0).assigned(OptionalInt.of(1)).gpu()).hasValue(0);
  }

  @Test
  void namesEngineDeviceAndPrecision() {
    assertThat(new EngineChoice(Kind.ONNX_CPU, 0).name(Precision.FULL))
        .isEqualTo("OnnxRuntime/cpu");
    assertThat(new EngineChoice(Kind.ONNX_CUDA, 1).name(Precision.FULL))
        .isEqualTo("OnnxRuntime/cuda(1)");
    assertThat(new EngineChoice(Kind.ONNX_TENSORRT, 0).name(Precision.HALF))
        .isEqualTo("OnnxRuntime/tensorrt(0)+half");
    assertThat(new EngineChoice(Kind.TENSORRT, 1).name(Precision.HALF))
        .isEqualTo("TensorRT/gpu(1)+half");
  }

  private static Kind kind(EngineSettings settings, Machine machine) {
    return EngineChoice.of(settings, machine).kind();
  }

  private static void assertRefused(EngineSettings settings, Machine machine, String reason) {
    assertThatThrownBy(() -> EngineChoice.of(settings, machine))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessage(reason);
  }

  private static EngineSettings free(Precision precision) {
    return settings(Choice.AUTO, EngineSettings.Provider.AUTO, precision, OptionalInt.empty());
  }

  private static EngineSettings onnx(EngineSettings.Provider provider) {
    return settings(Choice.ONNXRUNTIME, provider, Precision.FULL, OptionalInt.empty());
  }

  private static EngineSettings onGpu(int index) {
    return settings(
        Choice.AUTO, EngineSettings.Provider.AUTO, Precision.FULL, OptionalInt.of(index));
  }

  private static EngineSettings settings(
      Choice choice, EngineSettings.Provider provider, Precision precision, OptionalInt gpu) {
    return new EngineSettings(choice, 1, provider, precision, gpu);
  }
}
