package io.lipstream.job;

import io.lipstream.fetch.AssetFetcher;
import io.lipstream.fetch.AssetKind;
import io.lipstream.fetch.FetchSettings;
import io.lipstream.pipeline.Fetched;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.stage.StageWork;
import io.lipstream.stage.StageWorkFactory;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.S3Settings;

/**
 * Puts a job's portrait and voice on the shelf, both at the same time; one fetcher for all threads
 * of a subtask.
 */
final class FetchWorkshop implements StageWorkFactory.Workshop<JobTicket, Fetched> {
  private final S3ObjectStore store;
  private final AssetFetcher fetcher;
  private final SideBySide both = new SideBySide("fetch-voice");

  FetchWorkshop(DataPlaneSettings configuration) {
    S3Settings s3 = S3Settings.from(configuration.settings());
    store = S3ObjectStore.open(s3);
    fetcher =
        new AssetFetcher(FetchSettings.from(configuration.settings()), store, s3.workBucket());
  }

  @Override
  public StageWork<JobTicket, Fetched> worker() {
    return this::fetch;
  }

  private Fetched fetch(JobTicket job) throws Exception {
    long startedAt = System.currentTimeMillis();
    return both.both(
        () -> fetcher.fetch(job.imageUri(), AssetKind.PORTRAIT),
        () -> fetcher.fetch(job.audioUri(), AssetKind.VOICE),
        (portrait, voice) ->
            new Fetched(job, portrait, voice, startedAt, System.currentTimeMillis() - startedAt));
  }

  @Override
  public void close() {
    both.close();
    fetcher.close();
    store.close();
  }
}
