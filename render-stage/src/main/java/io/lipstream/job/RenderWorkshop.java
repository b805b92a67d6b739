package io.lipstream.job;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.lipstream.encoding.EncodingSettings;
import io.lipstream.encoding.PieceEncoder;
import io.lipstream.pipeline.Piece;
import io.lipstream.pipeline.Segment;
import io.lipstream.portrait.PreparedPortraitFormat;
import io.lipstream.rendering.FaceRenderer;
import io.lipstream.rendering.RenderingSettings;
import io.lipstream.settings.Settings;
import io.lipstream.stage.StageWork;
import io.lipstream.stage.StageWorkFactory;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.S3Settings;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * What the render workers of a subtask share: the model, the store and the prepared portraits, each
 * made once however many segments ask for it at the same time, and dropped when they are too many
 * bytes together.
 */
final class RenderWorkshop implements StageWorkFactory.Workshop<Segment, Piece> {
  private final GpuTurns.Turn gpu;
  private final SharedModel model;
  private final S3ObjectStore store;
  private final RenderingSettings rendering;
  private final FaceRenderer preparer;
  private final PieceEncoder encoder;
  private final LoadingCache<SceneKey, EncodableScene> scenes;

  /** What a scene depends on. */
  private record SceneKey(String portraitUri, double expandRatio) {}

  /**
   * @param gpus indices of the GPUs that this process was given, may be none
   */
  RenderWorkshop(DataPlaneSettings configuration, List<Integer> gpus) {
    NativeMemory.liftDefaultLimit();
    Settings settings = configuration.settings();
    gpu = GpuTurns.OF_PROCESS.take(gpus);
    model = SharedModel.of(settings, gpu.index());
    store = S3ObjectStore.open(S3Settings.from(settings));
    rendering = RenderingSettings.from(settings);
    preparer = new FaceRenderer(model.bundle(), model.engine(), rendering);
    encoder = new PieceEncoder(EncodingSettings.from(settings));
    scenes =
        Caffeine.newBuilder()
            .maximumWeight(SceneSettings.from(settings).bytes())
            .<SceneKey, EncodableScene>weigher(
                (key, scene) -> (int) Math.min(Integer.MAX_VALUE, scene.byteSize()))
            .build(this::scene);
  }

  @Override
  public StageWork<Segment, Piece> worker() {
    FaceRenderer renderer = new FaceRenderer(model.bundle(), model.engine(), rendering);
    return new RenderWork(model.bundle(), store, this::sceneOf, renderer, encoder);
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
    store.close();
    gpu.close();
  }
}
