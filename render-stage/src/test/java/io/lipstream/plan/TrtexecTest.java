package io.lipstream.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.engine.Precision;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.OutOfDeviceMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real child processes of a pretended program. */
class TrtexecTest {
  @TempDir Path folder;
  private Path onnx;
  private Path plan;

  @BeforeEach
  void writeGraph() throws IOException {
    onnx = Files.writeString(folder.resolve("graph.onnx"), "graph");
    plan = folder.resolve("graph.trt");
  }

  @Test
  void itsOptionsReachTheProgram() throws IOException {
    Trtexec trtexec = trtexec(8601, PretendedTrtexec.WORKS);

    trtexec.build(onnx, plan, Precision.HALF);
    assertThat(Files.readString(plan))
        .contains("--onnx=" + onnx, "--saveEngine=" + plan, "--device=1", "--fp16");

    trtexec.build(onnx, plan, Precision.FULL);
    assertThat(Files.readString(plan)).doesNotContain("--fp16");
  }

  @Test
  void itsVersionIsReadInTheFormOfTheLibraries() throws IOException {
    assertThat(trtexec(8601, PretendedTrtexec.WORKS).libraryVersion()).isEqualTo("8.6.1");
    assertThat(trtexec(8403, PretendedTrtexec.WORKS).libraryVersion()).isEqualTo("8.4.3");
    assertThat(trtexec(100300, PretendedTrtexec.WORKS).libraryVersion()).isEqualTo("10.3.0");
  }

  @Test
  void aLackOfMemoryIsToldApart() throws IOException {
    Trtexec trtexec = trtexec(8601, PretendedTrtexec.OUT_OF_MEMORY);

    assertThatThrownBy(() -> trtexec.build(onnx, plan, Precision.FULL))
        .isInstanceOf(OutOfDeviceMemory.class)
        .hasMessageEndingWith(
            "failed: [E] Error[2]: [virtualMemoryBuffer.cpp::resizePhysical::160] Error Code 2: OutOfMemory (no further information)");
  }

  @Test
  void aProcessThatAbortsIsAFailureWithItsLastWord() throws IOException {
    Trtexec trtexec = trtexec(8601, PretendedTrtexec.NO_GPU);

    assertCoded(
        trtexec, ErrorCode.ENGINE_FAILED, "Cuda failure: no CUDA-capable device is detected");
  }

  @Test
  void aGraphThatIsRefusedIsAFailureWithTheReason() throws IOException {
    assertCoded(
        trtexec(8601, PretendedTrtexec.UNSUPPORTED), ErrorCode.ENGINE_FAILED, "ModelImporter");
  }

  @Test
  void aProgramThatIsNotThereIsNamed() {
    assertCoded(
        new Trtexec(folder.resolve("nothing").toString(), 0),
        ErrorCode.CONFIGURATION_INVALID,
        "name it with --trtexec");
  }

  @Test
  void aProgramThatIsAnotherIsRefused() {
    assertThatThrownBy(() -> new Trtexec("/bin/true", 0).libraryVersion())
        .hasMessageStartingWith("/bin/true does not say which TensorRT it is of");
  }

  private void assertCoded(Trtexec trtexec, ErrorCode code, String reason) {
    assertThatThrownBy(() -> trtexec.build(onnx, plan, Precision.FULL))
        .isInstanceOfSatisfying(LipstreamException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(reason);
    assertThat(plan).doesNotExist();
  }

  private Trtexec trtexec(int version, String failure) throws IOException {
    return new Trtexec(PretendedTrtexec.in(folder, version, failure), 1);
  }
}
