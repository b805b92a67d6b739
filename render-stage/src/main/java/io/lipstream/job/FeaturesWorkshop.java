package io.lipstream.job;

import io.lipstream.audio.AudioLimits;
import io.lipstream.bundle.Bundle;
import io.lipstream.bundle.BundleSettings;
import io.lipstream.engine.Engine;
import io.lipstream.engine.EngineSettings;
import io.lipstream.engine.Engines;
import io.lipstream.motion.MotionSettings;
import io.lipstream.pipeline.Fetched;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.portrait.PortraitSettings;
import io.lipstream.settings.Settings;
import io.lipstream.stage.StageWork;
import io.lipstream.stage.StageWorkFactory;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.S3Settings;

/** What the workers that prepare clips share: the bundle, the engine and the store. */
final class FeaturesWorkshop implements StageWorkFactory.Workshop<Fetched, PreparedClip> {
  private final Settings settings;
  private final Bundle bundle;
  private final Engine engine;
  private final S3ObjectStore store;
  private final WorkShelf shelf;

  FeaturesWorkshop(DataPlaneSettings configuration) {
    settings = configuration.settings();
    bundle = Bundle.open(BundleSettings.from(settings));
    engine = Engines.open(EngineSettings.from(settings));
    S3Settings s3 = S3Settings.from(settings);
    store = S3ObjectStore.open(s3);
    shelf = new WorkShelf(s3.workBucket(), bundle.digest());
  }

  @Override
  public StageWork<Fetched, PreparedClip> worker() {
    return new FeaturesWork(
        bundle,
        engine,
        store,
        shelf,
        PortraitSettings.from(settings),
        MotionSettings.from(settings),
        AudioLimits.from(settings));
  }

  @Override
  public void close() {
    store.close();
  }
}
