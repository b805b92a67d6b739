package io.lipstream.stage;

import java.io.Serializable;
import java.util.List;

/**
 * Makes a stage's work where it runs; travels with the job graph. What the workers of one subtask
 * share is made by {@link #open()} and ends with {@link Workshop#close()}.
 */
@FunctionalInterface
public interface StageWorkFactory<I, O> extends Serializable {
  Workshop<I, O> open();

  /**
   * As above, for work that runs on GPUs.
   *
   * @param gpus indices of those that were given to this worker process, may be none
   */
  default Workshop<I, O> open(List<Integer> gpus) {
    return open();
  }

  /** What one subtask's workers share. */
  interface Workshop<I, O> extends AutoCloseable {
    StageWork<I, O> worker();

    @Override
    default void close() {}
  }
}
