package io.lipstream.stage;

import io.lipstream.pipeline.Report;
import org.apache.flink.types.Either;

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

  /** What goes on, or the report that the job ends with here. */
  default Either<O, Report> outcome(I input) throws Exception {
    return Either.Left(apply(input));
  }

  @Override
  default void close() {}
}
