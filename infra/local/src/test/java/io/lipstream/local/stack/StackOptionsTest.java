package io.lipstream.local.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StackOptionsTest {
  @ParameterizedTest
  @ValueSource(strings = {"a,b", "a;b"})
  void aFolderThatAServerWouldSplitIsRefusedBeforeAnythingStarts(String name) {
    assertThatThrownBy(() -> StackOptions.in(Path.of("/data", name)))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessageContaining("/data/" + name);
  }

  @Test
  void blanksAndOtherScriptsAreFine() {
    assertThat(StackOptions.in(Path.of("/data/mit Leerzeichen/数据")).data())
        .isEqualTo(Path.of("/data/mit Leerzeichen/数据"));
  }
}
