package io.lipstream.stage;

/**
 * The blocking work of a stage. One instance is used by one thread at a time.
 *
 * @param <I> what goes in
 * @param <O> what comes out
 */
public interface StageWork<I, O> extends AutoCloseable {
  /**
   * Does the work for one item.
   *
   * @throws io.lipstream.error.LipstreamException with the code that the job fails with
   */
  O apply(I input) throws Exception;

  @Override
  default void close() {}
}
