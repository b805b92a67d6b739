package io.lipstream.job;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.lipstream.encoding.EncodingSettings;
import io.lipstream.encoding.PieceEncoder;
import io.lipstream.pipeline.Piece;
import io.lipstream.pipeline.Segment;
import io.lipstream.portrait.PreparedPortraitFormat;
import io.lipstream.rendering.BatchingSettings;
import io.lipstream.rendering.FaceRenderer;
import io.lipstream.rendering.FrameBatcher;
import io.lipstream.rendering.RenderingSettings;
import io.lipstream.settings.Settings;
import io.lipstream.stage.AssignedGpus;
import io.lipstream.stage.EndedJobs;
import io.lipstream.stage.StageWork;
import io.lipstream.stage.StageWorkFactory;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.S3Settings;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;

/**
 * What the render workers of a subtask share: the model, the store and the prepared portraits, each
 * made once however many segments ask for it at the same time, and dropped when they are too many
 * bytes together.
 */
final class RenderWorkshop implements StageWorkFactory.Workshop<Segment, Piece> {
  private final GpuTurns.Turn gpu;
  private final SharedModel model;
  private final S3ObjectStore store;
  private final Optional<FrameBatcher> batcher;
  private final FaceRenderer preparer;
  private final PieceEncoder encoder;
  private final EndedJobs endedJobs;
  private final Counter encodeMicros;
  private final LoadingCache<SceneKey, EncodableScene> scenes;

  /** What a scene depends on. */
  private record SceneKey(String portraitUri, double expandRatio) {}

  RenderWorkshop(DataPlaneSettings configuration, RuntimeContext context) {
    NativeMemory.liftDefaultLimit();
    Settings settings = configuration.settings();
    gpu = GpuTurns.OF_PROCESS.take(AssignedGpus.of(context));
    model = SharedModel.of(settings, gpu.index());
    encodeMicros =
        context.getMetricGroup().counter("lipstream_encode_us", new ThreadSafeSimpleCounter());
    endedJobs = ControlReader.open(configuration.connection());
    store = S3ObjectStore.open(S3Settings.from(settings));
    batcher =
        RenderingSettings.from(settings).onProcessor(model.engine())
            ? Optional.empty()
            : Optional.of(batcher(settings, context.getMetricGroup()));
    preparer = renderer();
    encoder = new PieceEncoder(EncodingSettings.from(settings));
    scenes =
        Caffeine.newBuilder()
            .maximumWeight(SceneSettings.from(settings).bytes())
            .<SceneKey, EncodableScene>weigher(
                (key, scene) -> (int) Math.min(Integer.MAX_VALUE, scene.byteSize()))
            .recordStats()
            .build(this::scene);
    CacheMetrics.add(context.getMetricGroup(), "scene_cache", scenes);
  }

  @Override
  public StageWork<Segment, Piece> worker() {
    return new RenderWork(
        model.bundle(), store, this::sceneOf, renderer(), encoder, endedJobs, encodeMicros);
  }

  private FrameBatcher batcher(Settings settings, MetricGroup metrics) {
    FrameBatcher opened =
        new FrameBatcher(
            model.bundle(),
            model.engine(),
            BatchingSettings.from(settings),
            new BatchMetrics(metrics));
    metrics.gauge("lipstream_batch_waiting", opened::waiting);
    metrics.gauge("lipstream_device_memory_used", () -> model.engine().deviceMemory().orElse(0));
    metrics.gauge("lipstream_device_memory_peak", opened::peakMemory);
    return opened;
  }

  private FaceRenderer renderer() {
    return new FaceRenderer(model.bundle(), model.engine(), batcher);
  }

  private EncodableScene sceneOf(Segment segment) {
    return scenes.get(
        new SceneKey(
            segment.clip().portraitUri(), segment.clip().job().parameters().expandRatio()));
  }

  private EncodableScene scene(SceneKey key) throws IOException {
    try (InputStream portrait = store.read(ObjectAddress.parse(key.portraitUri()))) {
      return EncodableScene.of(
          preparer.prepare(
              PreparedPortraitFormat.read(portrait.readAllBytes()), key.expandRatio()));
    }
  }

  @Override
  public void close() {
    preparer.close();
    batcher.ifPresent(FrameBatcher::close);
    endedJobs.close();
    store.close();
    gpu.close();
  }
}
