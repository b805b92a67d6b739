package io.lipstream.job;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import org.junit.jupiter.api.Test;

class DirectMemoryTest {
  private static final long MIB = 1 << 20;

  @Test
  void aWorkerWithTooLittleIsToldWhichSettingOfFlinkToRaiseAndToWhat() {
    assertThatThrownBy(() -> DirectMemory.require(688 * MIB, 128 * MIB))
        .isInstanceOf(LipstreamException.class)
        .hasMessageContaining("688 MiB")
        .hasMessageContaining("has 128;")
        .hasMessageContaining("taskmanager.memory.task.off-heap.size")
        .extracting(e -> ((LipstreamException) e).code())
        .isEqualTo(ErrorCode.CONFIGURATION_INVALID);
  }

  @Test
  void asMuchAsItMayTakeIsEnough() {
    assertThatCode(() -> DirectMemory.require(688 * MIB, 688 * MIB)).doesNotThrowAnyException();
  }

  @Test
  void theLimitIsThatOfThisProcess() {
    assertThatCode(() -> DirectMemory.require(MIB)).doesNotThrowAnyException();
    assertThatThrownBy(() -> DirectMemory.require(Long.MAX_VALUE - MIB))
        .isInstanceOf(LipstreamException.class);
  }
}
