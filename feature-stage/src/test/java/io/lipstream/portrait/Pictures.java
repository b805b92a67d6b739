package io.lipstream.portrait;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Image;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Small pictures for tests, drawn or made from the two samples. */
final class Pictures {
  static final Path ASTRONAUT = Path.of("src/test/resources/samples/astronaut.png");
  static final Path MONA_LISA = Path.of("src/test/resources/samples/mona-lisa.jpg");

  private Pictures() {}

  static BufferedImage read(Path file) throws IOException {
    return ImageIO.read(file.toFile());
  }

  static Path write(Path folder, String name, BufferedImage image) throws IOException {
    Path file = folder.resolve(name);
    ImageIO.write(image, name.substring(name.lastIndexOf('.') + 1), file.toFile());
    return file;
  }

  static BufferedImage scaled(Path file, int width, int height) throws IOException {
    Image scaled = read(file).getScaledInstance(width, height, Image.SCALE_AREA_AVERAGING);
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    image.createGraphics().drawImage(scaled, 0, 0, null);
    return image;
  }

  /** A picture laid on a larger grey ground. */
  static BufferedImage padded(BufferedImage image, int width, int height, int x, int y) {
    BufferedImage ground = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = ground.createGraphics();
    graphics.setColor(new Color(128, 130, 126));
    graphics.fillRect(0, 0, width, height);
    graphics.drawImage(image, x, y, null);
    return ground;
  }

  /** A landscape with a sun and a house: something to see, but no face. */
  static BufferedImage drawing(int width, int height) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setColor(new Color(150, 200, 250));
    graphics.fillRect(0, 0, width, height);
    graphics.setColor(new Color(90, 160, 60));
    graphics.fillRect(0, height / 2, width, height / 2);
    graphics.setColor(new Color(180, 60, 40));
    graphics.fillRect(width / 4, height / 3, width / 4, height / 3);
    graphics.setColor(Color.YELLOW);
    graphics.fillOval(width * 3 / 4, height / 10, width / 10 + 1, width / 10 + 1);
    return image;
  }

  /** Four plain quarters, no two alike: which way up it is can be told from them. */
  static BufferedImage quadrants(int width, int height) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    int[] colors = {0xCC3333, 0x33CC33, 0x3333CC, 0xCCCC99};
    for (int i = 0; i < colors.length; i++) {
      graphics.setColor(new Color(colors[i]));
      graphics.fillRect(width / 2 * (i % 2), height / 2 * (i / 2), width, height);
    }
    return image;
  }

  static byte[] rgb(BufferedImage image) {
    byte[] rgb = new byte[3 * image.getWidth() * image.getHeight()];
    for (int i = 0; i < rgb.length / 3; i++) {
      int pixel = image.getRGB(i % image.getWidth(), i / image.getWidth());
      rgb[3 * i] = (byte) (pixel >> 16);
      rgb[3 * i + 1] = (byte) (pixel >> 8);
      rgb[3 * i + 2] = (byte) pixel;
    }
    return rgb;
  }
}
