package io.lipstream.local.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
}
