package io.lipstream.stage;

import java.io.Serializable;
import org.apache.flink.api.common.functions.RuntimeContext;

/**
 * Makes a stage's work where it runs; travels with the job graph. What the workers of one subtask
 * share is made by {@link #open} and ends with {@link Workshop#close()}.
 */
@FunctionalInterface
public interface StageWorkFactory<I, O> extends Serializable {
  /**
   * Opens what a subtask shares.
   *
   * @param context of the subtask: its metrics, and the devices that it was given
   */
  Workshop<I, O> open(RuntimeContext context);

  /** What one subtask's workers share. */
  interface Workshop<I, O> extends AutoCloseable {
    StageWork<I, O> worker();

    @Override
    default void close() {}
  }
}
