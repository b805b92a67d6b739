package io.lipstream.job;

import io.lipstream.audio.AudioLimits;
import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.Network;
import io.lipstream.motion.MotionPlan;
import io.lipstream.motion.MotionSettings;
import io.lipstream.motion.SpeechMotion;
import io.lipstream.pipeline.Asset;
import io.lipstream.pipeline.Fetched;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.portrait.PortraitPreparation;
import io.lipstream.portrait.PortraitSettings;
import io.lipstream.portrait.PreparedPortrait;
import io.lipstream.stage.StageWork;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.ObjectStore;
import io.lipstream.storage.TemporaryFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Does once what is sequential in a clip: portrait to prepared frame, unless another clip has done
 * that, and beside it voice to motion. Both go to the shelf; what goes on is their addresses. One
 * call at a time.
 */
final class FeaturesWork implements StageWork<Fetched, PreparedClip> {
  private static final ObjectDescription BYTES = ObjectDescription.of("application/octet-stream");

  private final Bundle bundle;
  private final ObjectStore store;
  private final WorkShelf shelf;
  private final PortraitCache cache;
  private final PortraitSettings portraitSettings;
  private final List<Network> networks = new ArrayList<>();
  private final PortraitPreparation portraits;
  private final SpeechMotion motion;
  private final SideBySide both = new SideBySide("features-voice");

  FeaturesWork(
      Bundle bundle,
      Engine engine,
      ObjectStore store,
      WorkShelf shelf,
      PortraitCache cache,
      PortraitSettings portraitSettings,
      MotionSettings motionSettings,
      AudioLimits audioLimits) {
    this.bundle = bundle;
    this.store = store;
    this.shelf = shelf;
    this.cache = cache;
    this.portraitSettings = portraitSettings;
    portraits =
        new PortraitPreparation(
            portraitSettings,
            open(engine, "face_detection_short_range"),
            open(engine, "face_landmark_with_attention"));
    motion =
        new SpeechMotion(
            motionSettings,
            audioLimits,
            bundle.manifest().melSpectrogram(),
            open(engine, "audio2mouth"));
  }

  private Network open(Engine engine, String graph) {
    Network network = engine.open(bundle, graph);
    networks.add(network);
    return network;
  }

  @Override
  public PreparedClip apply(Fetched fetched) throws Exception {
    long startedAt = System.nanoTime();
    JobTicket job = fetched.job();
    BundlePin.check(job, bundle);
    ObjectAddress portraitAddress =
        shelf.portrait(fetched.portrait().sha256(), job.parameters(), portraitSettings);
    ObjectAddress motionAddress = shelf.motion(job);
    return both.both(
        () -> cache.ready(portraitAddress, sink -> prepare(fetched, sink)),
        () -> motion(job, fetched.voice(), motionAddress),
        (portrait, plan) ->
            prepared(fetched, portraitAddress, portrait, motionAddress, plan, startedAt));
  }

  private PreparedClip prepared(
      Fetched fetched,
      ObjectAddress portraitAddress,
      PortraitCache.Ready portrait,
      ObjectAddress motionAddress,
      MotionPlan plan,
      long startedAt) {
    JobTicket job = fetched.job();
    List<String> warnings = new ArrayList<>(portrait.warnings());
    warnings.addAll(plan.warnings());
    if (!job.voiceStyle().isEmpty()) {
      warnings.add(
          "voice_style is '%s', but this model knows none and has ignored it"
              .formatted(job.voiceStyle()));
    }
    return new PreparedClip(
        job,
        fetched.portrait(),
        fetched.voice(),
        portraitAddress.uri(),
        motionAddress.uri(),
        shelf.piecePrefix(job),
        plan.frames(),
        bundle.manifest().pieceFrames(),
        portrait.width(),
        portrait.height(),
        fetched.startedAt(),
        fetched.fetchMillis(),
        (System.nanoTime() - startedAt) / 1_000_000,
        String.join("\n", warnings));
  }

  private PreparedPortrait prepare(Fetched fetched, Consumer<String> warnings) throws IOException {
    try (TemporaryFile image = TemporaryFile.of(store, fetched.portrait().uri())) {
      return portraits.prepare(image.path(), fetched.job().parameters(), warnings);
    }
  }

  private MotionPlan motion(JobTicket job, Asset voice, ObjectAddress address) throws IOException {
    try (TemporaryFile sound = TemporaryFile.of(store, voice.uri());
        TemporaryFile rows = TemporaryFile.create(".motion")) {
      MotionPlan plan =
          motion.plan(sound.path(), job.parameters(), job.declaredDuration(), rows.path());
      if (plan.seconds() > job.maxAudioSeconds()) {
        throw new LipstreamException(
            ErrorCode.AUDIO_TOO_LONG,
            "the voice has %.2f s, the job's preset takes at most %s s"
                .formatted(plan.seconds(), job.maxAudioSeconds()));
      }
      store.create(address, rows.path(), BYTES);
      return plan;
    }
  }

  @Override
  public void close() {
    both.close();
    networks.forEach(Network::close);
  }
}
