package io.lipstream.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class GpuTurnsTest {
  private final GpuTurns turns = new GpuTurns();

  @Test
  void subtasksTakeTheGpusInTurn() {
    List<Integer> gpus = List.of(1, 3);

    assertThat(List.of(take(gpus), take(gpus), take(gpus), take(gpus))).containsExactly(1, 3, 1, 3);
  }

  @Test
  void oneThatIsGivenBackIsTakenNext() {
    List<Integer> gpus = List.of(0, 1);
    take(gpus);
    GpuTurns.Turn second = turns.take(gpus);
    second.close();
    second.close();

    assertThat(take(gpus)).isEqualTo(1);
    assertThat(take(gpus)).isEqualTo(0);
  }

  @Test
  void withoutGpusThereIsNone() {
    try (GpuTurns.Turn turn = turns.take(List.of())) {
      assertThat(turn.index()).isEqualTo(OptionalInt.empty());
    }
  }

  private int take(List<Integer> gpus) {
    return turns.take(gpus).index().orElseThrow();
  }
}
