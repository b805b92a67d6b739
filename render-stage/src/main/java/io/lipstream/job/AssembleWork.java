package io.lipstream.job;

import io.lipstream.assembly.AssembledClip;
import io.lipstream.assembly.ClipAssembler;
import io.lipstream.assembly.ClipShape;
import io.lipstream.gathering.GatheredClip;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.Report;
import io.lipstream.pipeline.StageTimes;
import io.lipstream.publish.PublishedVideo;
import io.lipstream.publish.VideoFacts;
import io.lipstream.publish.VideoPublisher;
import io.lipstream.stage.StageWork;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectStore;
import io.lipstream.storage.TemporaryFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Joins a clip's pieces with its sound and publishes the video, pieces read one at a time. A video
 * of this job that stands already, from an earlier attempt, is the result. One thread at a time.
 */
final class AssembleWork implements StageWork<GatheredClip, Report> {
  private final ObjectStore store;
  private final VideoPublisher publisher;
  private final ClipAssembler assembler;
  private final Optional<ResultCache> results;

  AssembleWork(
      ObjectStore store,
      VideoPublisher publisher,
      ClipAssembler assembler,
      Optional<ResultCache> results) {
    this.store = store;
    this.publisher = publisher;
    this.assembler = assembler;
    this.results = results;
  }

  @Override
  public Report apply(GatheredClip gathered) throws IOException {
    long startedAt = System.nanoTime();
    JobTicket job = gathered.clip().job();
    Optional<PublishedVideo> standing = publisher.standing(job);
    if (standing.isPresent()) {
      return report(gathered, standing.get(), 0, 0);
    }
    try (TemporaryFile voice = TemporaryFile.of(store, gathered.clip().voice().uri());
        TemporaryFile video = TemporaryFile.create(".mp4")) {
      PreparedClip clip = gathered.clip();
      AssembledClip facts =
          assembler.assemble(
              index -> bytes(clip.segment(index).pieceUri()),
              clip.segmentCount(),
              voice.path(),
              shape(clip),
              video.path());
      long assembledAt = System.nanoTime();
      PublishedVideo published = publisher.publish(job, video.path(), facts(gathered, facts));
      long publishedAt = System.nanoTime();
      results.ifPresent(cache -> cache.remember(gathered, published));
      return report(gathered, published, assembledAt - startedAt, publishedAt - assembledAt);
    }
  }

  private static ClipShape shape(PreparedClip clip) {
    return new ClipShape(clip.width(), clip.height(), clip.frames(), clip.job().parameters().fps());
  }

  private byte[] bytes(String uri) {
    try (InputStream content = store.read(ObjectAddress.parse(uri))) {
      return content.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static VideoFacts facts(GatheredClip gathered, AssembledClip facts) {
    PreparedClip clip = gathered.clip();
    return new VideoFacts(
        facts.size(),
        facts.sha256(),
        clip.width(),
        clip.height(),
        clip.job().parameters().fps(),
        clip.frames(),
        gathered.engine(),
        gathered.modelDigest());
  }

  private static Report report(
      GatheredClip gathered, PublishedVideo video, long assembleNanos, long publishNanos) {
    PreparedClip clip = gathered.clip();
    StageTimes times =
        new StageTimes(
            Math.max(0, clip.startedAt() - clip.job().acceptedAt()),
            clip.fetchMillis(),
            clip.featuresMillis(),
            gathered.renderMillis(),
            assembleNanos / 1_000_000,
            publishNanos / 1_000_000);
    return FinishedJob.report(clip.job(), video, times, clip.warnings());
  }
}
