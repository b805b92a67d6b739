package io.lipstream.job;

import io.lipstream.assembly.AssemblySettings;
import io.lipstream.assembly.ClipAssembler;
import io.lipstream.audio.AudioLimits;
import io.lipstream.gathering.GatheredClip;
import io.lipstream.pipeline.Report;
import io.lipstream.publish.PublishSettings;
import io.lipstream.publish.VideoPublisher;
import io.lipstream.settings.Settings;
import io.lipstream.stage.StageWork;
import io.lipstream.stage.StageWorkFactory;
import io.lipstream.storage.S3ObjectStore;
import io.lipstream.storage.S3Settings;
import java.util.Optional;

/** What the workers that assemble share: the store and its publisher. */
final class AssembleWorkshop implements StageWorkFactory.Workshop<GatheredClip, Report> {
  private final S3ObjectStore store;
  private final VideoPublisher publisher;
  private final ClipAssembler assembler;
  private final Optional<ResultCache> results;

  AssembleWorkshop(DataPlaneSettings configuration) {
    NativeMemory.liftDefaultLimit();
    Settings settings = configuration.settings();
    store = S3ObjectStore.open(S3Settings.from(settings));
    publisher = new VideoPublisher(store, PublishSettings.from(settings).cacheControl());
    assembler = new ClipAssembler(AudioLimits.from(settings), AssemblySettings.from(settings));
    results = ResultCache.of(settings, store, publisher);
  }

  @Override
  public StageWork<GatheredClip, Report> worker() {
    return new AssembleWork(store, publisher, assembler, results);
  }

  @Override
  public void close() {
    store.close();
  }
}
