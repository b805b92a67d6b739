package io.lipstream.bench.sync;

import io.lipstream.audio.AudioLimits;
import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.engine.EngineSettings;
import io.lipstream.engine.Engines;
import io.lipstream.inference.Network;
import io.lipstream.motion.MotionFormat;
import io.lipstream.motion.MotionSettings;
import io.lipstream.motion.MotionTrack;
import io.lipstream.motion.SpeechMotion;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.portrait.PortraitPreparation;
import io.lipstream.portrait.PortraitSettings;
import io.lipstream.portrait.PreparedPortrait;
import io.lipstream.rendering.FaceRenderer;
import io.lipstream.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The embedded bundle's networks, and a folder for what comes and goes. One thread. */
final class Studio implements AutoCloseable {
  private static final int RESOLUTION = 512;

  private final Path folder;
  private final Bundle bundle = Bundle.embedded();
  private final Network detector;
  private final Network mesh;
  private final Network sound;
  private final Network68 independent = Network68.open();
  private final FaceRenderer renderer;
  private final PortraitPreparation preparation;

  Studio(Path folder) {
    this.folder = folder;
    Engine engine =
        Engines.open(EngineSettings.from(Settings.parse(EngineSettings.SETTINGS, Map.of())));
    detector = engine.open(bundle, "face_detection_short_range");
    mesh = engine.open(bundle, "face_landmark_with_attention");
    sound = engine.open(bundle, "audio2mouth");
    renderer = new FaceRenderer(bundle, engine);
    preparation = new PortraitPreparation(PortraitSettings.defaults(), detector, mesh);
  }

  Path folder() {
    return folder;
  }

  /** The embedded sound network. */
  Network sound() {
    return sound;
  }

  /** The landmark network that is not the bundle's. */
  Network68 independent() {
    return independent;
  }

  FaceRenderer renderer() {
    return renderer;
  }

  /** A copy of the sample photo. */
  Path photo() {
    return sample("astronaut.png");
  }

  /** A copy of one of the samples. */
  Path sample(String name) {
    Path copy = folder.resolve(name);
    try (InputStream sample = Studio.class.getResourceAsStream("/samples/" + name)) {
      Files.deleteIfExists(copy);
      Files.copy(sample, copy);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return copy;
  }

  /** Finds the face of a picture in a frame of a short side. */
  PreparedPortrait prepare(Path picture, int shortSide) {
    return preparation.prepare(picture, parameters(shortSide));
  }

  /** What a recording moves, by a network from sound to mouth. */
  MotionTrack motion(Path recording, Network network) {
    Path rows = folder.resolve("rows");
    new SpeechMotion(
            MotionSettings.defaults(),
            AudioLimits.defaults(),
            bundle.manifest().melSpectrogram(),
            network)
        .plan(recording, parameters(RESOLUTION), Double.NaN, rows);
    try {
      return MotionFormat.read(Files.readAllBytes(rows));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RenderParameters parameters(int shortSide) {
    RenderParameters defaults = RenderParameters.defaults();
    return new RenderParameters(
        shortSide,
        defaults.expandRatio(),
        defaults.inferenceSteps(),
        defaults.dynamicScale(),
        defaults.motionScale(),
        defaults.lipSyncRefinement(),
        defaults.smoothMotion(),
        defaults.seed(),
        defaults.fps(),
        defaults.faceFraming(),
        defaults.face());
  }

  @Override
  public void close() {
    independent.close();
    renderer.close();
    sound.close();
    mesh.close();
    detector.close();
  }
}
