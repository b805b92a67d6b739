package io.lipstream.job;

import io.lipstream.bundle.Bundle;
import io.lipstream.pipeline.Fetched;
import io.lipstream.publish.PublishSettings;
import io.lipstream.publish.VideoPublisher;
import io.lipstream.settings.Settings;
import io.lipstream.stage.Shortcut;
import io.lipstream.stage.StageWork;
import io.lipstream.stage.StageWorkFactory;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.S3Settings;
import java.util.Optional;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;

/** What the workers that look for finished videos share; where that is off every job passes. */
final class ReuseWorkshop implements StageWorkFactory.Workshop<Fetched, Fetched> {
  private final S3ObjectStore store;
  private final VideoPublisher publisher;
  private final Optional<ResultCache> results;
  private final Bundle bundle;
  private final Counter hits;
  private final Counter misses;

  ReuseWorkshop(DataPlaneSettings configuration, RuntimeContext context) {
    NativeMemory.liftDefaultLimit();
    Settings settings = configuration.settings();
    store = S3ObjectStore.open(S3Settings.from(settings));
    publisher = new VideoPublisher(store, PublishSettings.from(settings).cacheControl());
    results = ResultCache.of(settings, store, publisher);
    bundle = SharedModel.onProcessor(settings).bundle();
    hits = counter(context, "lipstream_result_cache_hits");
    misses = counter(context, "lipstream_result_cache_misses");
  }

  private static Counter counter(RuntimeContext context, String name) {
    return context.getMetricGroup().counter(name, new ThreadSafeSimpleCounter());
  }

  @Override
  public StageWork<Fetched, Fetched> worker() {
    return results
        .<Shortcut<Fetched>>map(cache -> new ReuseWork(bundle, cache, publisher, hits, misses))
        .orElse(fetched -> Optional.empty());
  }

  @Override
  public void close() {
    store.close();
  }
}
