package io.lipstream.local.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import ai.djl.util.cuda.CudaUtils;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StackSettingsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "audio.max-seconds, -3",
    "s3.endpoint, here",
    "fetch.total-timeout, soon",
    "encoding.quantizer, 99",
    "ledger.max-attempts, 0",
    "kafka.properties-file, /no/such/file",
    "motion.duration-mismatch, maybe"
  })
  void aValueThatAModuleDoesNotTakeEndsTheStartWithKeyAndValue(String key, String value) {
    assertThatThrownBy(() -> LocalStack.start(StackOptions.in(folder).with(key, value)).close())
        .isInstanceOfSatisfying(
            LipstreamException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessageContaining(key)
        .hasMessageContaining(value);
    assertThat(LocalStack.running(folder)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "render.engine, tensorrt",
    "render.onnxruntime-provider, cuda",
    "render.onnxruntime-provider, tensorrt",
    "render.precision, half"
  })
  void anEngineThatTheMachineCannotRunEndsTheStartAtOnceWithTheReason(String key, String value) {
    assumeThat(CudaUtils.getGpuCount()).isZero();
    assertThatThrownBy(() -> LocalStack.start(StackOptions.in(folder).with(key, value)).close())
        .isInstanceOfSatisfying(
            LipstreamException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessageStartingWith(key + " is " + value + ", but ")
        .message()
        .doesNotContain("\n");
    assertThat(folder.resolve("kafka")).as("nothing was started").doesNotExist();
  }
}
