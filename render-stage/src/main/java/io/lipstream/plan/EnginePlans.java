package io.lipstream.plan;

import io.lipstream.bundle.Bundle;
import io.lipstream.bundle.BundleSettings;
import io.lipstream.engine.EngineSettings;
import io.lipstream.engine.Engines;
import io.lipstream.engine.PlanTarget;
import io.lipstream.rendering.BatchingSettings;
import io.lipstream.rendering.FaceRenderer;
import io.lipstream.settings.Settings;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.S3Settings;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The plans that workers with these settings run, and where they lie. */
public final class EnginePlans {
  private static final Path COPIES = Path.of(System.getProperty("java.io.tmpdir"), "lipstream");

  private EnginePlans() {}

  /** The shelf of plans in the store of the settings. */
  public static PlanShelf shelf(S3Settings settings) {
    return new PlanShelf(S3ObjectStore.open(settings), settings.workBucket(), COPIES);
  }

  /**
   * Builds every plan that is missing for the GPU of this machine.
   *
   * @param trtexec program of TensorRT's that compiles
   * @param say told in a line of each plan
   * @throws io.lipstream.error.LipstreamException CONFIGURATION_INVALID if this machine cannot
   *     build any; ENGINE_FAILED if one could not be built
   */
  public static void build(Settings settings, String trtexec, Consumer<String> say) {
    EngineSettings engine = EngineSettings.from(settings);
    PlanTarget target = Engines.planTarget(engine);
    Bundle bundle = Bundle.open(BundleSettings.from(settings));
    S3Settings s3 = S3Settings.from(settings);
    say.accept("bundle %s for %s".formatted(bundle.digest(), target));
    try (S3ObjectStore store = S3ObjectStore.open(s3)) {
      new PlanBuilding(
              new Trtexec(trtexec, engine.gpu().orElse(0)),
              new PlanShelf(store, s3.workBucket(), COPIES),
              say)
          .build(
              bundle, target, FaceRenderer.GRAPH, BatchingSettings.from(settings).plannedShapes());
    }
  }
}
