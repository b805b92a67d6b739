package io.lipstream.job;

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
import org.apache.flink.metrics.MetricGroup;

/** What the render workers of a subtask share: the model, the store and the prepared portraits. */
final class RenderWorkshop implements StageWorkFactory.Workshop<Segment, Piece> {
  private final GpuTurns.Turn gpu;
  private final SharedModel model;
  private final S3ObjectStore store;
  private final Optional<FrameBatcher> batcher;
  private final FaceRenderer preparer;
  private final PieceEncoder encoder;
  private final EndedJobs endedJobs;
  private final RenderMetrics metrics;
  private final SceneCache scenes;

  RenderWorkshop(DataPlaneSettings configuration, RuntimeContext context) {
    NativeMemory.liftDefaultLimit();
    Settings settings = configuration.settings();
    gpu = GpuTurns.OF_PROCESS.take(AssignedGpus.of(context));
    model = SharedModel.of(settings, gpu.index());
    metrics = new RenderMetrics(context.getMetricGroup());
    endedJobs = ControlReader.open(configuration.connection());
    store = S3ObjectStore.open(S3Settings.from(settings));
    long sceneBytes = SceneSettings.from(settings).bytes();
    batcher =
        RenderingSettings.from(settings).onProcessor(model.engine())
            ? Optional.empty()
            : Optional.of(batcher(BatchingSettings.from(settings), sceneBytes));
    addDeviceMetrics(context.getMetricGroup());
    preparer = renderer();
    encoder = new PieceEncoder(EncodingSettings.from(settings));
    scenes = new SceneCache(sceneBytes, this::scene);
    scenes.addMetrics(context.getMetricGroup());
  }

  @Override
  public StageWork<Segment, Piece> worker() {
    return new RenderWork(
        model.bundle(), store, this::sceneOf, renderer(), encoder, endedJobs, metrics);
  }

  private FrameBatcher batcher(BatchingSettings settings, long sceneBytes) {
    DirectMemory.require(sceneBytes + FrameBatcher.stackBytes(settings));
    return new FrameBatcher(model.bundle(), model.engine(), settings, metrics);
  }

  private void addDeviceMetrics(MetricGroup group) {
    group.gauge("lipstream_batch_waiting", () -> batcher.map(FrameBatcher::waiting).orElse(0));
    group.gauge("lipstream_device_memory_used", () -> model.engine().deviceMemory().orElse(0));
    group.gauge(
        "lipstream_device_memory_peak", () -> batcher.map(FrameBatcher::peakMemory).orElse(0L));
  }

  private FaceRenderer renderer() {
    return new FaceRenderer(model.bundle(), model.engine(), batcher, metrics);
  }

  private EncodableScene sceneOf(Segment segment) {
    return scenes.scene(
        segment.clip().portraitUri(), segment.clip().job().parameters().expandRatio());
  }

  private EncodableScene scene(SceneCache.Key key) throws IOException {
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
