package io.lipstream.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LipstreamExceptionTest {

  @Test
  void findsTheCodeInAChainOfCauses() {
    LipstreamException coded = new LipstreamException(ErrorCode.FACE_NOT_FOUND, "none");
    assertThat(LipstreamException.of(new RuntimeException(new IOException(coded)))).isSameAs(coded);
  }

  @Test
  void whatHasNoCodeIsAFaultOfOurs() {
    LipstreamException coded = LipstreamException.of(new IllegalStateException("secret detail"));
    assertThat(coded.code()).isEqualTo(ErrorCode.INTERNAL);
    assertThat(coded).hasMessageNotContaining("secret").hasCauseInstanceOf(RuntimeException.class);
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyCodeIsExplainedInOneSentence(ErrorCode code) {
    assertThat(code.summary()).endsWith(".").doesNotContain("\n");
  }
}
