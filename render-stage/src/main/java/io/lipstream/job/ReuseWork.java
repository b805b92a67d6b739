package io.lipstream.job;

import io.lipstream.bundle.Bundle;
import io.lipstream.pipeline.Fetched;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.Report;
import io.lipstream.pipeline.StageTimes;
import io.lipstream.publish.PublishedVideo;
import io.lipstream.publish.VideoPublisher;
import io.lipstream.stage.StageWork;
import io.lipstream.storage.TemporaryFile;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.metrics.Counter;
import org.apache.flink.types.Either;

/**
 * Gives a job the video that an equal job of its tenant has had: a copy at its own output, written
 * on the same condition as one that was rendered, so that it is the job's own from then on. Where
 * there is none, the job goes on to the work that makes it. One thread at a time.
 */
final class ReuseWork implements StageWork<Fetched, PreparedClip> {
  private final Bundle bundle;
  private final ResultCache results;
  private final VideoPublisher publisher;
  private final Counter hits;
  private final Counter misses;
  private final StageWork<Fetched, PreparedClip> otherwise;

  ReuseWork(
      Bundle bundle,
      ResultCache results,
      VideoPublisher publisher,
      Counter hits,
      Counter misses,
      StageWork<Fetched, PreparedClip> otherwise) {
    this.bundle = bundle;
    this.results = results;
    this.publisher = publisher;
    this.hits = hits;
    this.misses = misses;
    this.otherwise = otherwise;
  }

  @Override
  public Either<PreparedClip, Report> outcome(Fetched fetched) throws Exception {
    Optional<Report> copied = copy(fetched);
    return copied.isPresent() ? Either.Right(copied.get()) : Either.Left(apply(fetched));
  }

  @Override
  public PreparedClip apply(Fetched fetched) throws Exception {
    return otherwise.apply(fetched);
  }

  private Optional<Report> copy(Fetched fetched) throws IOException {
    BundlePin.check(fetched.job(), bundle);
    long startedAt = System.nanoTime();
    try (TemporaryFile file = TemporaryFile.create(".mp4")) {
      Optional<FoundResult> found = results.find(fetched, bundle.digest(), file.path());
      (found.isPresent() ? hits : misses).inc();
      return found.map(result -> publish(fetched, result, startedAt));
    }
  }

  private Report publish(Fetched fetched, FoundResult result, long startedAt) {
    JobTicket job = fetched.job();
    PublishedVideo video = publisher.publish(job, result.file(), result.facts(), result.jobId());
    StageTimes times =
        new StageTimes(
            Math.max(0, fetched.startedAt() - job.acceptedAt()),
            fetched.fetchMillis(),
            0,
            0,
            0,
            (System.nanoTime() - startedAt) / 1_000_000);
    return FinishedJob.report(job, video, times, result.warnings());
  }

  @Override
  public void close() {
    otherwise.close();
  }
}
