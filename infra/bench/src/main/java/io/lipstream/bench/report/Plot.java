package io.lipstream.bench.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import javax.imageio.ImageIO;

/** Lines over two axes that both begin at 0, as a PNG. One thread. */
public final class Plot {
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 480;
  private static final int LEFT = 110;
  private static final int RIGHT = 30;
  private static final int TOP = 64;
  private static final int BOTTOM = 64;
  private static final int GAP = 8;
  private static final Color GRID = new Color(225, 225, 225);
  private static final List<Color> COLORS =
      List.of(
          new Color(210, 40, 40),
          new Color(60, 110, 220),
          new Color(30, 140, 60),
          new Color(150, 80, 170),
          new Color(220, 140, 20));

  private final String title;
  private final String xName;
  private final String yName;
  private final List<Series> lines = new ArrayList<>();

  public Plot(String title, String xName, String yName) {
    this.title = title;
    this.xName = xName;
    this.yName = yName;
  }

  public Plot with(Series series) {
    lines.add(series);
    return this;
  }

  /** Writes the picture, in place of what stands there. */
  public void write(Path file) {
    try {
      ImageIO.write(draw(), "png", file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  BufferedImage draw() {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, WIDTH, HEIGHT);
    Ticks columns = Ticks.upTo(largest(Series::x));
    Ticks rows = Ticks.upTo(largest(Series::y));
    axes(graphics, columns, rows);
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setStroke(new BasicStroke(2));
    int legend = LEFT;
    for (int i = 0; i < lines.size(); i++) {
      graphics.setColor(COLORS.get(i % COLORS.size()));
      graphics.draw(path(lines.get(i), columns, rows));
      DotFont.draw(graphics, lines.get(i).name(), legend, GAP + DotFont.height() + GAP + GAP);
      legend += DotFont.width(lines.get(i).name() + "   ");
    }
    graphics.dispose();
    return image;
  }

  private double largest(Function<Series, double[]> axis) {
    return lines.stream().map(axis).flatMapToDouble(Arrays::stream).max().orElse(1);
  }

  private void axes(Graphics2D graphics, Ticks columns, Ticks rows) {
    for (int i = 0; i <= columns.count(); i++) {
      int x = x(i * columns.step(), columns);
      graphics.setColor(GRID);
      graphics.drawLine(x, TOP, x, HEIGHT - BOTTOM);
      graphics.setColor(Color.BLACK);
      String label = columns.label(i);
      DotFont.draw(graphics, label, x - DotFont.width(label) / 2, HEIGHT - BOTTOM + GAP);
    }
    for (int i = 0; i <= rows.count(); i++) {
      int y = y(i * rows.step(), rows);
      graphics.setColor(GRID);
      graphics.drawLine(LEFT, y, WIDTH - RIGHT, y);
      graphics.setColor(Color.BLACK);
      String label = rows.label(i);
      DotFont.draw(graphics, label, LEFT - GAP - DotFont.width(label), y - DotFont.height() / 2);
    }
    DotFont.draw(graphics, title + " (" + yName + ")", LEFT, GAP);
    DotFont.draw(
        graphics,
        xName,
        (LEFT + WIDTH - RIGHT - DotFont.width(xName)) / 2,
        HEIGHT - GAP - DotFont.height());
  }

  private static Path2D path(Series series, Ticks columns, Ticks rows) {
    Path2D path = new Path2D.Double();
    for (int i = 0; i < series.x().length; i++) {
      double x = x(series.x()[i], columns);
      double y = y(series.y()[i], rows);
      if (i == 0) {
        path.moveTo(x, y);
      }
      path.lineTo(x, y);
    }
    return path;
  }

  private static int x(double value, Ticks columns) {
    return LEFT + (int) Math.round(value / columns.end() * (WIDTH - LEFT - RIGHT));
  }

  private static int y(double value, Ticks rows) {
    double share = Math.max(0, value) / rows.end();
    return HEIGHT - BOTTOM - (int) Math.round(share * (HEIGHT - TOP - BOTTOM));
  }
}
