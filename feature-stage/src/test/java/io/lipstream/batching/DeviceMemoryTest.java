package io.lipstream.batching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What is in use on a whole device says what a run takes. */
final class DeviceMemoryTest {
  private static final BatchKey KEY = new BatchKey("bundle", 10, 10, 1, 1, "scene-1");
  private static final BatchKey OTHER = new BatchKey("bundle", 20, 20, 1, 1, "scene-1");

  private final DeviceMemory memory = new DeviceMemory(1_000);

  @Test
  void weightsAndOtherProcessesAreNoPartOfWhatARunTakes() {
    memory.starting(KEY, () -> OptionalLong.of(50_000));
    memory.measured(KEY, 1, 1, OptionalLong.of(50_100));
    assertThat(memory.ceiling(KEY)).isEqualTo(10);
    assertThat(memory.peak()).isEqualTo(50_100);
  }

  @Test
  void whatOneShapeKeepsIsNoPartOfWhatAnotherTakes() {
    memory.starting(KEY, () -> OptionalLong.of(500));
    memory.measured(KEY, 8, 1, OptionalLong.of(1_300));
    memory.starting(OTHER, () -> OptionalLong.of(1_300));
    memory.measured(OTHER, 1, 1, OptionalLong.of(1_550));
    assertThat(memory.ceiling(KEY)).isEqualTo(10);
    assertThat(memory.ceiling(OTHER)).isEqualTo(4);
  }

  @Test
  void theLargestSizeMeasuredCountsAndNoOtherPortraitMeasuresAnew() {
    memory.starting(KEY, () -> OptionalLong.of(0));
    memory.measured(KEY, 1, 1, OptionalLong.of(500));
    assertThat(memory.ceiling(KEY)).isEqualTo(2);
    memory.measured(KEY, 2, 1, OptionalLong.of(600));
    memory.starting(KEY, () -> OptionalLong.of(600));
    memory.measured(KEY, 1, 1, OptionalLong.of(600));
    BatchKey anotherPortrait = new BatchKey("bundle", 10, 10, 1, 4, "scene-2");
    assertThat(memory.ceiling(anotherPortrait)).isEqualTo(3);
  }

  @Test
  void moreUnlikePortraitsOfTheLargestSizeMeasureItAnew() {
    memory.starting(KEY, () -> OptionalLong.of(0));
    memory.measured(KEY, 2, 1, OptionalLong.of(200));
    assertThat(memory.ceiling(KEY)).isEqualTo(10);
    memory.measured(KEY, 2, 2, OptionalLong.of(500));
    assertThat(memory.ceiling(KEY)).isEqualTo(4);
    memory.measured(KEY, 2, 1, OptionalLong.of(900));
    assertThat(memory.ceiling(KEY)).isEqualTo(4);
    memory.measured(KEY, 1, 8, OptionalLong.of(900));
    assertThat(memory.ceiling(KEY)).isEqualTo(4);
  }

  @Test
  void aDeviceThatDoesNotTellBoundsNothingUntilItsMemoryIsExhausted() {
    memory.starting(KEY, OptionalLong::empty);
    memory.measured(KEY, 8, 1, OptionalLong.empty());
    assertThat(memory.ceiling(KEY)).isEqualTo(Integer.MAX_VALUE);
    memory.exhausted(KEY, 8);
    assertThat(memory.ceiling(KEY)).isEqualTo(4);
  }
}
