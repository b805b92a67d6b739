package io.lipstream.rendering;

import io.lipstream.portrait.RgbImage;

/**
 * The portrait taken apart once, so that a frame only moves the parts: upper layer, lower layer and
 * lids, as the renderer's graph wants them. At rest they lie on each other as the portrait itself.
 */
final class PortraitLayers {
  static final int UPPER_PLANES = 4;
  static final int LOWER_PLANES = 5;
  static final int LID_PLANES = 4;

  private final float[] upper;
  private final float[] lower;
  private final float[] lid;

  private PortraitLayers(int cells) {
    upper = new float[UPPER_PLANES * cells];
    lower = new float[LOWER_PLANES * cells];
    lid = new float[LID_PLANES * cells];
  }

  static PortraitLayers of(FaceGeometry face, Lips lips, Region region, RgbImage frame) {
    int cells = region.width() * region.height();
    PortraitLayers layers = new PortraitLayers(cells);
    RegionPicture picture = new RegionPicture(frame, region);
    picture.copyTo(layers.upper);
    picture.copyTo(layers.lower);
    picture.copyTo(layers.lid);
    MouthInterior interior = new MouthInterior(face, frame);
    Eye[] eyes = {Eye.left(face.landmarks()), Eye.right(face.landmarks())};
    for (int row = 0; row < region.height(); row++) {
      for (int column = 0; column < region.width(); column++) {
        int cell = row * region.width() + column;
        double x = region.x() + column + 0.5;
        double y = region.y() + row + 0.5;
        double across = face.across(x, y);
        double down = face.down(x, y);
        double belowUpper = down - lips.upperEdge(across);
        double belowLower = down - lips.lowerEdge(across);
        layers.paintUpper(cell, cells, across, belowUpper, belowLower, face, interior);
        layers.paintLower(cell, cells, across, belowLower, face, interior);
        layers.lid[3 * cells + cell] =
            (float) (eyes[0].lidCoverage(x, y) + eyes[1].lidCoverage(x, y));
      }
    }
    return layers;
  }

  float[] upper() {
    return upper;
  }

  float[] lower() {
    return lower;
  }

  float[] lid() {
    return lid;
  }

  /** What the portrait shows between open lips stays: its own teeth move with the upper lip. */
  private void paintUpper(
      int cell,
      int cells,
      double across,
      double belowUpper,
      double belowLower,
      FaceGeometry face,
      MouthInterior interior) {
    double pixel = face.mouthWidth();
    double inside =
        Curve.smooth(0.8, 1.8, belowUpper * pixel)
            * Curve.smooth(-1.5, -0.5, belowLower * pixel)
            * Curve.smooth((Lips.HALF_WIDTH - Math.abs(across)) / 0.05);
    double teeth = interior.teethCoverage(across, belowUpper);
    for (int channel = 0; channel < 3; channel++) {
      double painted =
          teeth * interior.teeth(channel, across, belowUpper)
              + (1 - teeth) * interior.dark(channel, across, belowUpper);
      int at = channel * cells + cell;
      upper[at] = (float) (upper[at] + inside * (painted - upper[at]));
    }
    upper[3 * cells + cell] = (float) (1 - inside * (1 - teeth));
  }

  private void paintLower(
      int cell,
      int cells,
      double across,
      double belowLower,
      FaceGeometry face,
      MouthInterior interior) {
    double pixels = belowLower * face.mouthWidth();
    double tongue = 1 - Curve.smooth(-2.5, -1.5, pixels);
    for (int channel = 0; channel < 3; channel++) {
      int at = channel * cells + cell;
      double painted = interior.tongue(channel, across, -belowLower);
      lower[at] = (float) (lower[at] + tongue * (painted - lower[at]));
    }
    lower[3 * cells + cell] = (float) Curve.smooth(-1, 0.5, pixels);
    lower[4 * cells + cell] = (float) (tongue * interior.tongueCoverage(across, -belowLower));
  }
}
