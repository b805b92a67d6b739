package io.lipstream.bench.video;

import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.engine.EngineSettings;
import io.lipstream.engine.Engines;
import io.lipstream.inference.Network;
import io.lipstream.motion.MotionChannel;
import io.lipstream.motion.MotionTrack;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.portrait.PortraitPreparation;
import io.lipstream.portrait.PortraitSettings;
import io.lipstream.portrait.RgbImage;
import io.lipstream.rendering.FaceRenderer;
import io.lipstream.rendering.RenderingSettings;
import io.lipstream.rendering.Scene;
import io.lipstream.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The sample photo, made ready by the real preparation, and motion as in speech. One thread. */
public final class SampleScene implements AutoCloseable {
  static final int FRAMES = 48;

  private final FaceRenderer renderer;
  private final Scene scene;
  private final MotionTrack motion = speech();

  SampleScene(int resolution) {
    this(resolution, RenderingSettings.Path.AUTO);
  }

  public SampleScene(int resolution, RenderingSettings.Path path) {
    Bundle bundle = Bundle.embedded();
    Engine engine =
        Engines.open(EngineSettings.from(Settings.parse(EngineSettings.SETTINGS, Map.of())));
    renderer = new FaceRenderer(bundle, engine, new RenderingSettings(path));
    PortraitSettings settings =
        PortraitSettings.from(Settings.parse(PortraitSettings.SETTINGS, Map.of()));
    RenderParameters parameters =
        new RenderParameters(resolution, 0.2, 25, 1.0, 1.0, true, true, 0, 25, false, 0);
    try (Network detector = engine.open(bundle, "face_detection_short_range");
        Network mesh = engine.open(bundle, "face_landmark_with_attention")) {
      Path photo = Files.createTempFile("lipstream-bench-", ".png");
      try (InputStream sample = SampleScene.class.getResourceAsStream("/samples/astronaut.png")) {
        Files.copy(sample, photo, StandardCopyOption.REPLACE_EXISTING);
        scene =
            renderer.prepare(
                new PortraitPreparation(settings, detector, mesh).prepare(photo, parameters));
      } finally {
        Files.delete(photo);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String rendererName() {
    return renderer.name();
  }

  Scene scene() {
    return scene;
  }

  /** Renders {@link #FRAMES} frames. */
  public List<RgbImage> render() {
    List<RgbImage> frames = new ArrayList<>();
    renderer.render(scene, motion, frames::add);
    return frames;
  }

  @Override
  public void close() {
    renderer.close();
  }

  private static MotionTrack speech() {
    float[] rows = new float[FRAMES * MotionChannel.COUNT];
    for (int frame = 0; frame < FRAMES; frame++) {
      int row = frame * MotionChannel.COUNT;
      rows[row + MotionChannel.JAW_OPEN.ordinal()] = (float) (0.5 - 0.5 * Math.cos(frame));
      rows[row + MotionChannel.LIP_ROUND.ordinal()] = (float) Math.max(0, Math.sin(frame / 3.0));
      rows[row + MotionChannel.HEAD_X.ordinal()] = (float) (0.02 * Math.sin(frame / 12.0));
      rows[row + MotionChannel.HEAD_ROLL.ordinal()] = (float) (0.016 * Math.sin(frame / 15.0));
    }
    return new MotionTrack(rows);
  }
}
