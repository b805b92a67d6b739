package io.lipstream.rendering;

import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.engine.EngineSettings;
import io.lipstream.engine.Engines;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.PortraitPreparation;
import io.lipstream.portrait.PortraitSettings;
import io.lipstream.portrait.PreparedPortrait;
import io.lipstream.portrait.RgbImage;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Real portraits, prepared by the real preparation. */
public final class Portraits {
  public static final Bundle BUNDLE = Bundle.embedded();
  public static final Engine ENGINE =
      Engines.open(new EngineSettings(EngineSettings.Choice.ONNXRUNTIME, 2));
  private static final Path SAMPLES = Path.of("../feature-stage/src/test/resources/samples");

  /** Opened once for all tests; takes a hold of itself, since its networks are for one thread. */
  private static final PortraitPreparation PREPARATION =
      new PortraitPreparation(
          PortraitSettings.defaults(),
          ENGINE.open(BUNDLE, "face_detection_short_range"),
          ENGINE.open(BUNDLE, "face_landmark_with_attention"));

  private Portraits() {}

  /** The smiling astronaut, square. */
  public static PreparedPortrait astronaut(int resolution) {
    return prepared(SAMPLES.resolve("astronaut.png"), resolution, false, 0.2);
  }

  /** The Mona Lisa, taller than wide, mouth closed. */
  public static PreparedPortrait monaLisa(int shortSide) {
    return prepared(SAMPLES.resolve("mona-lisa.jpg"), shortSide, false, 0.2);
  }

  /** The astronaut's face alone, so that the moving region reaches over the frame's edges. */
  public static PreparedPortrait astronautFace(int resolution) {
    return astronautFace(resolution, 0.2);
  }

  /** The astronaut's face with a margin of so many of its own sides. */
  public static PreparedPortrait astronautFace(int resolution, double expandRatio) {
    return prepared(SAMPLES.resolve("astronaut.png"), resolution, true, expandRatio);
  }

  /** The astronaut in a frame wider than high, its edges drawn out to the left and right. */
  public static PreparedPortrait landscape(int width, int height) {
    PreparedPortrait square = astronaut(height);
    int margin = (width - height) / 2;
    byte[] rgb = new byte[3 * width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int from = Math.max(0, Math.min(height - 1, x - margin));
        System.arraycopy(
            square.frame().rgb(), 3 * (y * height + from), rgb, 3 * (y * width + x), 3);
      }
    }
    float[] points = square.landmarks().points().clone();
    for (int i = 0; i < points.length; i += 2) {
      points[i] += margin;
    }
    return new PreparedPortrait(
        new RgbImage(width, height, rgb),
        new FaceLandmarks(points, square.landmarks().confidence()));
  }

  /** Finds the face in a picture as large as it is. */
  public static PreparedPortrait found(RgbImage picture, Path folder) throws IOException {
    BufferedImage image =
        new BufferedImage(picture.width(), picture.height(), BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < picture.width() * picture.height(); i++) {
      int red = picture.rgb()[3 * i] & 0xff;
      int green = picture.rgb()[3 * i + 1] & 0xff;
      int blue = picture.rgb()[3 * i + 2] & 0xff;
      image.setRGB(i % picture.width(), i / picture.width(), (red << 16) | (green << 8) | blue);
    }
    Path file = Files.createTempFile(folder, "frame", ".png");
    ImageIO.write(image, "png", file.toFile());
    return prepared(file, Math.min(picture.width(), picture.height()), false, 0.2);
  }

  private static PreparedPortrait prepared(
      Path file, int shortSide, boolean faceFraming, double expandRatio) {
    RenderParameters parameters =
        new RenderParameters(
            shortSide, expandRatio, 25, 1.0, 1.0, true, true, 0, 25, faceFraming, 0);
    synchronized (PREPARATION) {
      return PREPARATION.prepare(file, parameters);
    }
  }
}
