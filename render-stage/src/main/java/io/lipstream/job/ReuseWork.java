package io.lipstream.job;

import io.lipstream.bundle.Bundle;
import io.lipstream.pipeline.Fetched;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.Report;
import io.lipstream.pipeline.StageTimes;
import io.lipstream.publish.PublishedVideo;
import io.lipstream.publish.VideoPublisher;
import io.lipstream.stage.Shortcut;
import io.lipstream.storage.TemporaryFile;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.metrics.Counter;

/**
 * Gives a job the video that an equal job of its tenant has had: a copy at its own output, written
 * on the same condition as one that was rendered, so that it is the job's own from then on. One
 * thread at a time.
 */
final class ReuseWork implements Shortcut<Fetched> {
  private final Bundle bundle;
  private final ResultCache results;
  private final VideoPublisher publisher;
  private final Counter hits;
  private final Counter misses;

  ReuseWork(
      Bundle bundle, ResultCache results, VideoPublisher publisher, Counter hits, Counter misses) {
    this.bundle = bundle;
    this.results = results;
    this.publisher = publisher;
    this.hits = hits;
    this.misses = misses;
  }

  @Override
  public Optional<Report> end(Fetched fetched) throws IOException {
    BundlePin.check(fetched.job(), bundle);
    long startedAt = System.nanoTime();
    try (TemporaryFile copy = TemporaryFile.create(".mp4")) {
      Optional<FoundResult> found = results.find(fetched, bundle.digest(), copy.path());
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
}
