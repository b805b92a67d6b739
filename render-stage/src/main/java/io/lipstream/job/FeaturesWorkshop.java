package io.lipstream.job;

import io.lipstream.audio.AudioLimits;
import io.lipstream.motion.MotionSettings;
import io.lipstream.pipeline.Fetched;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.portrait.PortraitSettings;
import io.lipstream.publish.PublishSettings;
import io.lipstream.publish.VideoPublisher;
import io.lipstream.settings.Settings;
import io.lipstream.stage.StageWork;
import io.lipstream.stage.StageWorkFactory;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.S3Settings;
import java.util.Optional;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;

/**
 * What the workers that prepare clips share: the model, the store, and where that is on the results
 * that can be copied in place of preparing. Their networks are small, run once a clip, and stay on
 * the CPU: the GPU is left to rendering, and what a clip says does not depend on the worker that
 * heard it.
 */
final class FeaturesWorkshop implements StageWorkFactory.Workshop<Fetched, PreparedClip> {
  private final Settings settings;
  private final SharedModel model;
  private final S3ObjectStore store;
  private final WorkShelf shelf;
  private final PortraitCache cache;
  private final VideoPublisher publisher;
  private final Optional<ResultCache> results;
  private final Counter hits;
  private final Counter misses;

  FeaturesWorkshop(DataPlaneSettings configuration, RuntimeContext context) {
    NativeMemory.liftDefaultLimit();
    settings = configuration.settings();
    model = SharedModel.onProcessor(settings);
    S3Settings s3 = S3Settings.from(settings);
    store = S3ObjectStore.open(s3);
    shelf = new WorkShelf(s3.workBucket(), model.bundle().digest());
    cache = new PortraitCache(store, context.getMetricGroup());
    publisher = new VideoPublisher(store, PublishSettings.from(settings).cacheControl());
    results = ResultCache.of(settings, store, publisher);
    hits = counter(context, "lipstream_result_cache_hits");
    misses = counter(context, "lipstream_result_cache_misses");
  }

  private static Counter counter(RuntimeContext context, String name) {
    return context.getMetricGroup().counter(name, new ThreadSafeSimpleCounter());
  }

  @Override
  public StageWork<Fetched, PreparedClip> worker() {
    StageWork<Fetched, PreparedClip> work = features();
    return results
        .<StageWork<Fetched, PreparedClip>>map(
            found -> new ReuseWork(model.bundle(), found, publisher, hits, misses, work))
        .orElse(work);
  }

  private FeaturesWork features() {
    return new FeaturesWork(
        model.bundle(),
        model.engine(),
        store,
        shelf,
        cache,
        PortraitSettings.from(settings),
        MotionSettings.from(settings),
        AudioLimits.from(settings));
  }

  @Override
  public void close() {
    store.close();
  }
}
