package io.lipstream.local.endtoend;

import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.engine.EngineSettings;
import io.lipstream.engine.Engines;
import io.lipstream.inference.Network;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.PortraitPreparation;
import io.lipstream.portrait.PortraitSettings;
import io.lipstream.portrait.PreparedPortrait;
import io.lipstream.portrait.RgbImage;
import io.lipstream.rendering.FaceRenderer;
import io.lipstream.rendering.Region;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** The bundle's own face networks, outside the pipeline, to measure what the pipeline made. */
final class FaceLab implements AutoCloseable {
  private static final int INNER_UPPER_LIP = 13;
  private static final int INNER_LOWER_LIP = 14;
  private static final int FOREHEAD = 10;
  private static final int CHIN = 152;

  private final Bundle bundle = Bundle.embedded();
  private final Engine engine =
      Engines.open(new EngineSettings(EngineSettings.Choice.ONNXRUNTIME, 2));
  private final Network detector = engine.open(bundle, "face_detection_short_range");
  private final Network mesh = engine.open(bundle, "face_landmark_with_attention");
  private final PortraitPreparation preparation =
      new PortraitPreparation(PortraitSettings.defaults(), detector, mesh);
  private final Path folder;

  FaceLab(Path folder) {
    this.folder = folder;
  }

  PreparedPortrait prepare(Path portrait, RenderParameters parameters) {
    return preparation.prepare(portrait, parameters);
  }

  /** The box that anything may move in. */
  Region region(PreparedPortrait portrait, double expandRatio) {
    try (FaceRenderer renderer = new FaceRenderer(bundle, engine)) {
      return renderer.prepare(portrait, expandRatio).region();
    }
  }

  /** Opening between the inner lips as a share of the face's height, measured on a picture. */
  double mouthOpening(RgbImage frame, RenderParameters parameters) {
    FaceLandmarks face = preparation.prepare(png(frame), parameters).landmarks();
    return distance(face, INNER_UPPER_LIP, INNER_LOWER_LIP) / distance(face, FOREHEAD, CHIN);
  }

  private static double distance(FaceLandmarks face, int from, int to) {
    return Math.hypot(face.x(from) - face.x(to), face.y(from) - face.y(to));
  }

  private Path png(RgbImage frame) {
    BufferedImage image =
        new BufferedImage(frame.width(), frame.height(), BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < frame.width() * frame.height(); i++) {
      int red = frame.rgb()[3 * i] & 0xff;
      int green = frame.rgb()[3 * i + 1] & 0xff;
      int blue = frame.rgb()[3 * i + 2] & 0xff;
      int rgb = (red << 16) | (green << 8) | blue;
      image.setRGB(i % frame.width(), i / frame.width(), rgb);
    }
    Path file = folder.resolve("frame.png");
    try {
      ImageIO.write(image, "png", file.toFile());
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    mesh.close();
    detector.close();
  }
}
