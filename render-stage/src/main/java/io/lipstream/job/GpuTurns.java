package io.lipstream.job;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Shares the GPUs of a process among its render subtasks: each takes the one that the fewest have,
 * the first of these, and gives it back when it closes. Thread-safe.
 */
final class GpuTurns {
  static final GpuTurns OF_PROCESS = new GpuTurns();

  private final Map<Integer, Integer> taken = new HashMap<>();

  /**
   * @param gpus indices to choose from; none gives a turn without one
   */
  synchronized Turn take(List<Integer> gpus) {
    OptionalInt index =
        gpus.stream()
            .min(
                Comparator.<Integer>comparingInt(gpu -> taken.getOrDefault(gpu, 0))
                    .thenComparing(Comparator.naturalOrder()))
            .map(OptionalInt::of)
            .orElse(OptionalInt.empty());
    index.ifPresent(gpu -> taken.merge(gpu, 1, Integer::sum));
    return new Turn(index);
  }

  private synchronized void giveBack(int gpu) {
    taken.merge(gpu, -1, Integer::sum);
  }

  /** A subtask's hold on a GPU. */
  final class Turn implements AutoCloseable {
    private final OptionalInt index;
    private final AtomicBoolean open = new AtomicBoolean(true);

    private Turn(OptionalInt index) {
      this.index = index;
    }

    OptionalInt index() {
      return index;
    }

    @Override
    public void close() {
      if (open.getAndSet(false)) {
        index.ifPresent(GpuTurns.this::giveBack);
      }
    }
  }
}
