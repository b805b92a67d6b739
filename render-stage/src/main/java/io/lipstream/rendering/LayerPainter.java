package io.lipstream.rendering;

import io.lipstream.portrait.RgbImage;

/**
 * Takes a portrait apart once, so that a frame only moves the parts. At rest they lie on each other
 * as the portrait itself.
 *
 * <p>Base: the picture, with teeth and the dark of the mouth painted in where the lower lip hides
 * them; its coverage is 0 where something may lie in front of what is painted: in the mouth beside
 * teeth, and between the lids. Second: the picture from the lower lip down, which covers the base;
 * above the lip tongue and lower teeth, above each eye a closed lid, which both show only where the
 * base leaves room.
 */
final class LayerPainter {
  /** Where the corners of the mouth begin, in mouth widths before their ends: nothing is hard. */
  private static final double CORNER = 0.09;

  private final FaceGeometry face;
  private final Lips lips;
  private final Region region;
  private final RgbImage frame;
  private final MouthInterior interior;
  private final ClosedLid[] lids;
  private final Layer base;
  private final Layer second;
  private final byte[] behind;

  private LayerPainter(FaceGeometry face, Lips lips, Lid[] lids, Region region, RgbImage frame) {
    this.face = face;
    this.lips = lips;
    this.region = region;
    this.frame = frame;
    Eye[] eyes = {lids[0].eye(), lids[1].eye()};
    PortraitLight light = new PortraitLight(face.landmarks(), frame, eyes);
    this.interior = new MouthInterior(face.mouthWidth(), 1 - lips.parted(), light);
    this.lids = new ClosedLid[] {new ClosedLid(lids[0], frame), new ClosedLid(lids[1], frame)};
    this.base = new Layer(region.width(), region.height());
    this.second = new Layer(region.width(), region.height());
    this.behind = new byte[(region.width() + 1) * (region.height() + 1)];
  }

  static PortraitLayers paint(
      FaceGeometry face, Lips lips, Lid[] lids, Region region, RgbImage frame) {
    LayerPainter painter = new LayerPainter(face, lips, lids, region, frame);
    for (int row = 0; row < region.height(); row++) {
      for (int column = 0; column < region.width(); column++) {
        painter.pixel(column, row);
      }
    }
    painter.base.finish();
    painter.second.finish();
    return new PortraitLayers(painter.base, painter.second, painter.behind);
  }

  private void pixel(int column, int row) {
    double x = region.x() + column + 0.5;
    double y = region.y() + row + 0.5;
    picture(column, row);
    double across = face.across(x, y);
    double down = face.down(x, y);
    double belowLower = (down - lips.lowerEdge(across)) * face.mouthWidth();
    second.put(column, row, Layer.COVERAGE, 255 * Curve.smooth(-0.5, 0.5, belowLower));
    if (Math.abs(across) < Lips.HALF_WIDTH && Math.abs(down) < 0.8) {
      mouth(column, row, across, down);
    }
    for (ClosedLid lid : lids) {
      if (lid.isNear(x, y)) {
        lid(column, row, lid, x, y);
      }
    }
  }

  /** The region of the frame; beyond the frame its edge is repeated. */
  private void picture(int column, int row) {
    for (int channel = 0; channel < 3; channel++) {
      int value = PortraitLight.value(frame, region.x() + column, region.y() + row, channel);
      base.put(column, row, channel, value);
      second.put(column, row, channel, value);
    }
    base.put(column, row, Layer.COVERAGE, 255);
  }

  /** What the portrait shows between open lips stays: its own teeth move with the upper lip. */
  private void mouth(int column, int row, double across, double down) {
    double pixel = face.mouthWidth();
    double depth = down - lips.upperEdge(across);
    double height = lips.lowerEdge(across) - down;
    double corner = Curve.smooth((Lips.HALF_WIDTH - Math.abs(across)) / CORNER);
    double hidden =
        Curve.smooth(0.8, 1.8, depth * pixel) * Curve.smooth(-1.5, -0.5, -height * pixel) * corner;
    if (hidden > 0) {
      for (int channel = 0; channel < 3; channel++) {
        mix(base, column, row, channel, hidden, interior.underUpperLip(channel, across, depth));
      }
      double room = hidden * (1 - interior.upperTeethCoverage(across, depth));
      base.put(column, row, Layer.COVERAGE, 255 * (1 - room));
    }
    double aboveLip = Curve.smooth(0.5, 0.8, height * pixel);
    if (aboveLip > 0) {
      for (int channel = 0; channel < 3; channel++) {
        mix(
            second,
            column,
            row,
            channel,
            aboveLip,
            interior.aboveLowerLip(channel, across, height));
      }
    }
    double shown = Curve.smooth(-0.6, 0.2, height * pixel) * corner;
    behind[base.index(column, row)] = toByte(shown * interior.lowerCoverage(across, height));
  }

  private void lid(int column, int row, ClosedLid lid, double x, double y) {
    double room = lid.room(x, y);
    if (room > 0) {
      base.put(column, row, Layer.COVERAGE, 255 * (1 - room));
    }
    double shown = lid.coverage(x, y);
    if (shown > 0) {
      for (int channel = 0; channel < 3; channel++) {
        second.put(column, row, channel, lid.color(channel, x, y));
      }
      behind[base.index(column, row)] = toByte(shown);
    }
  }

  private static void mix(
      Layer layer, int column, int row, int channel, double share, double painted) {
    double below = layer.value(column, row, channel);
    layer.put(column, row, channel, below + share * (painted - below));
  }

  private static byte toByte(double share) {
    return (byte) Math.round(255 * share);
  }
}
