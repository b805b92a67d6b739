package io.lipstream.stage;

import io.lipstream.pipeline.Report;
import java.util.Optional;
import org.apache.flink.types.Either;

/**
 * Work that ends a job with success before the last stage, or lets it pass as it came. One instance
 * is used by one thread at a time.
 */
@FunctionalInterface
public interface Shortcut<T> extends StageWork<T, T> {
  /**
   * The report of success, or nothing for a job that goes on.
   *
   * @throws io.lipstream.error.LipstreamException with the code that the job fails with
   */
  Optional<Report> end(T item) throws Exception;

  @Override
  default T apply(T item) {
    return item;
  }

  @Override
  default Either<T, Report> outcome(T item) throws Exception {
    return end(item).<Either<T, Report>>map(Either::Right).orElseGet(() -> Either.Left(item));
  }
}
