package io.lipstream.bench.sync;

import io.lipstream.audio.AudioLimits;
import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.engine.EngineSettings;
import io.lipstream.engine.Engines;
import io.lipstream.inference.Network;
import io.lipstream.motion.MotionChannel;
import io.lipstream.motion.MotionFormat;
import io.lipstream.motion.MotionSettings;
import io.lipstream.motion.MotionTrack;
import io.lipstream.motion.SpeechMotion;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.portrait.PortraitPreparation;
import io.lipstream.portrait.PortraitSettings;
import io.lipstream.portrait.RgbImage;
import io.lipstream.rendering.FaceRenderer;
import io.lipstream.rendering.Scene;
import io.lipstream.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The sample photo, which is made to talk by the embedded bundle and then looked at: the face is
 * found again on every frame, by the bundle's detector and mesh. One thread.
 */
final class TalkingPortrait implements AutoCloseable {
  private static final RenderParameters PARAMETERS = RenderParameters.defaults();

  private final Path folder;
  private final Bundle bundle = Bundle.embedded();
  private final Network detector;
  private final Network mesh;
  private final Network sound;
  private final FaceRenderer renderer;
  private final PortraitPreparation preparation;
  private final Scene scene;

  TalkingPortrait(Path folder) {
    this.folder = folder;
    Engine engine =
        Engines.open(EngineSettings.from(Settings.parse(EngineSettings.SETTINGS, Map.of())));
    detector = engine.open(bundle, "face_detection_short_range");
    mesh = engine.open(bundle, "face_landmark_with_attention");
    sound = engine.open(bundle, "audio2mouth");
    renderer = new FaceRenderer(bundle, engine);
    preparation =
        new PortraitPreparation(
            PortraitSettings.from(Settings.parse(PortraitSettings.SETTINGS, Map.of())),
            detector,
            mesh);
    scene = renderer.prepare(preparation.prepare(photo(), PARAMETERS));
  }

  /** The embedded sound network. */
  Network sound() {
    return sound;
  }

  /** Makes the portrait say a recording, by a network from sound to mouth, and looks at it. */
  MeasuredClip say(Reference reference, Path recording, Network network) {
    MotionTrack motion = motion(recording, network);
    List<RgbImage> regions = new ArrayList<>();
    renderer.render(scene, motion, regions::add);
    double[] measured = regions.stream().mapToDouble(this::opening).toArray();
    double[] commanded = new double[motion.frames()];
    for (int frame = 0; frame < commanded.length; frame++) {
      commanded[frame] = motion.value(frame, MotionChannel.JAW_OPEN);
    }
    List<RgbImage> thumbnails = regions.stream().map(Pictures::thumbnail).toList();
    return new MeasuredClip(reference, commanded, measured, thumbnails);
  }

  private MotionTrack motion(Path recording, Network network) {
    Path rows = folder.resolve("rows");
    new SpeechMotion(
            MotionSettings.from(Settings.parse(MotionSettings.SETTINGS, Map.of())),
            AudioLimits.from(Settings.parse(AudioLimits.SETTINGS, Map.of())),
            bundle.manifest().melSpectrogram(),
            network)
        .plan(recording, PARAMETERS, Double.NaN, rows);
    try {
      return MotionFormat.read(Files.readAllBytes(rows));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private double opening(RgbImage region) {
    Path frame = Pictures.write(scene.compose(region), folder.resolve("frame.png"));
    return LipGap.of(preparation.prepare(frame, PARAMETERS).landmarks());
  }

  private Path photo() {
    Path photo = folder.resolve("photo.png");
    try (InputStream sample = TalkingPortrait.class.getResourceAsStream("/samples/astronaut.png")) {
      Files.copy(sample, photo);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return photo;
  }

  @Override
  public void close() {
    renderer.close();
    sound.close();
    mesh.close();
    detector.close();
  }
}
