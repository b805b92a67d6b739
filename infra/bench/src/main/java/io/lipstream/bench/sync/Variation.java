package io.lipstream.bench.sync;

import io.lipstream.portrait.FaceLandmarks;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.image.AffineTransformOp;
import java.awt.image.BufferedImage;

/** The sample photo as other portraits might be. Pure functions. */
enum Variation {
  SAMPLE("as it is"),
  MIRRORED("mirrored"),
  DARK("dark, a third of the light"),
  BRIGHT("bright, burnt out"),
  TINTED("tinted, lamplight"),
  ROTATED("rotated by 8 degrees"),
  SMALL("face of 80 px"),
  LARGE("three times as large"),
  GLASSES("glasses drawn on"),
  DARK_SKIN("dark skin, tone-mapped"),
  PAINTED("as in oil on canvas"),
  TURNED("turned aside, seen as 17°"),
  TURNED_FAR("turned aside, seen as 28°");

  private static final double SMALL_FACE = 80;
  private static final double LARGE_SCALE = 3;
  private static final int RIGHT_EYE = 159;
  private static final int LEFT_EYE = 386;
  private static final int RIGHT_TEMPLE = 127;
  private static final int LEFT_TEMPLE = 356;

  private final String words;

  Variation(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /**
   * The photo, changed.
   *
   * @param face where its landmarks are
   */
  BufferedImage of(BufferedImage photo, FaceLandmarks face) {
    return switch (this) {
      case SAMPLE -> photo;
      case MIRRORED ->
          moved(photo, new AffineTransform(-1, 0, 0, 1, photo.getWidth(), 0), photo.getWidth());
      case DARK -> lit(photo, 0.33, 0.33, 0.33);
      case BRIGHT -> lit(photo, 1.5, 1.5, 1.5);
      case TINTED -> lit(photo, 1.1, 0.85, 0.55);
      case ROTATED ->
          moved(
              photo,
              AffineTransform.getRotateInstance(
                  Math.toRadians(8), photo.getWidth() / 2.0, photo.getHeight() / 2.0),
              photo.getWidth());
      case SMALL -> scaled(photo, SMALL_FACE / FaceShape.width(face));
      case LARGE -> scaled(photo, LARGE_SCALE);
      case GLASSES -> withGlasses(photo, face);
      case DARK_SKIN -> Pictures.buffered(Retouch.darkSkinned(Pictures.image(photo), face));
      case PAINTED -> Pictures.buffered(Retouch.painted(Pictures.image(photo), face));
      case TURNED -> Pictures.buffered(Retouch.turned(Pictures.image(photo), face, 40));
      case TURNED_FAR -> Pictures.buffered(Retouch.turned(Pictures.image(photo), face, 45));
    };
  }

  /** The same picture without more than red, green and blue. */
  static BufferedImage plain(BufferedImage picture) {
    return lit(picture, 1, 1, 1);
  }

  private static BufferedImage scaled(BufferedImage photo, double factor) {
    int side = 2 * (int) Math.round(photo.getWidth() * factor / 2);
    double exact = (double) side / photo.getWidth();
    return moved(photo, AffineTransform.getScaleInstance(exact, exact), side);
  }

  private static BufferedImage moved(BufferedImage photo, AffineTransform transform, int side) {
    BufferedImage moved = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
    new AffineTransformOp(transform, AffineTransformOp.TYPE_BICUBIC).filter(photo, moved);
    return moved;
  }

  private static BufferedImage lit(BufferedImage photo, double red, double green, double blue) {
    BufferedImage lit =
        new BufferedImage(photo.getWidth(), photo.getHeight(), BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < photo.getHeight(); y++) {
      for (int x = 0; x < photo.getWidth(); x++) {
        int rgb = photo.getRGB(x, y);
        lit.setRGB(
            x, y, (lit(rgb >> 16, red) << 16) | (lit(rgb >> 8, green) << 8) | lit(rgb, blue));
      }
    }
    return lit;
  }

  private static int lit(int value, double factor) {
    return (int) Math.min(255, Math.round(factor * (value & 255)));
  }

  private static BufferedImage withGlasses(BufferedImage photo, FaceLandmarks face) {
    BufferedImage worn = plain(photo);
    Graphics2D graphics = worn.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setColor(new Color(25, 20, 20));
    double width = FaceShape.width(face);
    graphics.setStroke(new BasicStroke((float) (0.025 * width)));
    double radius = 0.17 * width;
    for (int eye : new int[] {RIGHT_EYE, LEFT_EYE}) {
      graphics.draw(
          new Ellipse2D.Double(
              face.x(eye) - radius, face.y(eye) - 0.8 * radius, 2 * radius, 1.8 * radius));
    }
    graphics.draw(
        new Line2D.Double(
            face.x(RIGHT_EYE) + radius,
            face.y(RIGHT_EYE),
            face.x(LEFT_EYE) - radius,
            face.y(LEFT_EYE)));
    line(graphics, face, RIGHT_EYE, -radius, RIGHT_TEMPLE);
    line(graphics, face, LEFT_EYE, radius, LEFT_TEMPLE);
    graphics.dispose();
    return worn;
  }

  private static void line(
      Graphics2D graphics, FaceLandmarks face, int eye, double aside, int temple) {
    graphics.draw(
        new Line2D.Double(face.x(eye) + aside, face.y(eye), face.x(temple), face.y(temple)));
  }
}
