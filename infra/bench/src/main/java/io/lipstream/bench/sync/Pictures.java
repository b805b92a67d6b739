package io.lipstream.bench.sync;

import io.lipstream.portrait.RgbImage;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/**
 * Draws what was measured, without letters, since a server may have no fonts. Files are PNG. One
 * thread.
 */
final class Pictures {
  private static final int THUMBNAIL = 96;
  private static final int COLUMNS = 16;
  private static final int BAR = 10;
  private static final int PIXELS_A_ROW = 3;
  private static final int PLOT_HEIGHT = 240;
  private static final Color BILABIAL = new Color(255, 214, 160);
  private static final Color SILENT = new Color(228, 228, 228);
  private static final Color WANTED = Color.BLACK;
  private static final Color COMMANDED = new Color(60, 110, 220);
  private static final Color MEASURED = new Color(210, 40, 40);
  private static final Color INDEPENDENT = new Color(20, 150, 60);

  static final String LEGEND =
      "plots: wanted opening black, commanded blue, measured by the mesh red, by 68 points green; p b m shaded orange, silence grey; 3 px are 10 ms"
          + " · sheets: every frame; under it, measured opening red";

  private Pictures() {}

  /** A face's lower part, small. */
  static RgbImage thumbnail(RgbImage region) {
    int side = Math.min(region.width(), region.height());
    int left = (region.width() - side) / 2;
    int top = region.height() - side;
    byte[] rgb = new byte[3 * THUMBNAIL * THUMBNAIL];
    for (int y = 0; y < THUMBNAIL; y++) {
      for (int x = 0; x < THUMBNAIL; x++) {
        int from =
            3 * ((top + y * side / THUMBNAIL) * region.width() + left + x * side / THUMBNAIL);
        System.arraycopy(region.rgb(), from, rgb, 3 * (y * THUMBNAIL + x), 3);
      }
    }
    return new RgbImage(THUMBNAIL, THUMBNAIL, rgb);
  }

  /** Every frame's face, in reading order. */
  static void sheet(MeasuredClip clip, double widest, Path file) {
    int count = clip.thumbnails().size();
    int lines = (count + COLUMNS - 1) / COLUMNS;
    int height = THUMBNAIL + BAR;
    BufferedImage sheet =
        new BufferedImage(COLUMNS * THUMBNAIL, lines * height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = sheet.createGraphics();
    graphics.setColor(MEASURED);
    for (int i = 0; i < count; i++) {
      int x = i % COLUMNS * THUMBNAIL;
      int y = i / COLUMNS * height;
      graphics.drawImage(buffered(clip.thumbnails().get(i)), x, y, null);
      double share = Math.max(0, Math.min(1, clip.measured()[i] / widest));
      graphics.fillRect(x, y + THUMBNAIL + 2, (int) (share * (THUMBNAIL - 4)), BAR - 4);
    }
    graphics.dispose();
    write(sheet, file, 0.5f);
  }

  /** Wanted, commanded and measured opening over time, each scaled to its own range. */
  static void plot(MeasuredClip clip, Path file) {
    Reference reference = clip.reference();
    BufferedImage plot =
        new BufferedImage(PIXELS_A_ROW * reference.rows(), PLOT_HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = plot.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, plot.getWidth(), PLOT_HEIGHT);
    for (int row = 0; row < reference.rows(); row++) {
      String shape = reference.shapes()[row];
      if (shape.equals(Reference.BILABIAL) || reference.silent(row)) {
        graphics.setColor(shape.equals(Reference.BILABIAL) ? BILABIAL : SILENT);
        graphics.fillRect(PIXELS_A_ROW * row, 0, PIXELS_A_ROW, PLOT_HEIGHT);
      }
    }
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setStroke(new BasicStroke(1.6f));
    draw(graphics, reference.opening(), WANTED);
    draw(graphics, clip.commandedRows(), COMMANDED);
    draw(graphics, clip.independentRows(), INDEPENDENT);
    draw(graphics, clip.measuredRows(), MEASURED);
    graphics.dispose();
    write(plot, file, 0.5f);
  }

  private static void draw(Graphics2D graphics, double[] rows, Color color) {
    double low = Arrays.stream(rows).min().orElse(0);
    double range = Math.max(1e-6, Arrays.stream(rows).max().orElse(1) - low);
    Path2D line = new Path2D.Double();
    for (int row = 0; row < rows.length; row++) {
      double y = PLOT_HEIGHT - 6 - (PLOT_HEIGHT - 12) * (rows[row] - low) / range;
      if (row == 0) {
        line.moveTo(0, y);
      } else {
        line.lineTo(PIXELS_A_ROW * row, y);
      }
    }
    graphics.setColor(color);
    graphics.draw(line);
  }

  /** Writes a frame fast, for a moment. */
  static Path write(RgbImage image, Path file) {
    write(buffered(image), file, 1);
    return file;
  }

  static RgbImage image(BufferedImage picture) {
    int width = picture.getWidth();
    int height = picture.getHeight();
    int[] pixels = picture.getRGB(0, 0, width, height, null, 0, width);
    byte[] rgb = new byte[3 * pixels.length];
    for (int i = 0; i < pixels.length; i++) {
      rgb[3 * i] = (byte) (pixels[i] >> 16);
      rgb[3 * i + 1] = (byte) (pixels[i] >> 8);
      rgb[3 * i + 2] = (byte) pixels[i];
    }
    return new RgbImage(width, height, rgb);
  }

  static BufferedImage buffered(RgbImage image) {
    BufferedImage buffered =
        new BufferedImage(image.width(), image.height(), BufferedImage.TYPE_INT_RGB);
    int[] pixels = new int[image.width() * image.height()];
    byte[] rgb = image.rgb();
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] =
          ((rgb[3 * i] & 255) << 16) | ((rgb[3 * i + 1] & 255) << 8) | (rgb[3 * i + 2] & 255);
    }
    buffered.setRGB(0, 0, image.width(), image.height(), pixels, 0, image.width());
    return buffered;
  }

  /** Quality 1 is not compressed. */
  private static void write(BufferedImage image, Path file, float quality) {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    try {
      Files.deleteIfExists(file);
      try (ImageOutputStream output = ImageIO.createImageOutputStream(file.toFile())) {
        ImageWriteParam parameters = writer.getDefaultWriteParam();
        parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        parameters.setCompressionQuality(quality);
        writer.setOutput(output);
        writer.write(null, new IIOImage(image, null, null), parameters);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      writer.dispose();
    }
  }
}
