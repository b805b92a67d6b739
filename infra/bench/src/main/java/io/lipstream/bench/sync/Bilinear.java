package io.lipstream.bench.sync;

import io.lipstream.portrait.RgbImage;

/** Values between the pixels of a picture, where 0 is the middle of the first. Pure functions. */
final class Bilinear {
  private Bilinear() {}

  /** Outside of the picture lies what lies at its edge. */
  static double held(RgbImage picture, double x, double y, int channel) {
    double heldX = Math.max(0, Math.min(picture.width() - 1, x));
    double heldY = Math.max(0, Math.min(picture.height() - 1, y));
    return black(picture, heldX, heldY, channel);
  }

  /** Outside of the picture lies black. */
  static double black(RgbImage picture, double x, double y, int channel) {
    int column = (int) Math.floor(x);
    int row = (int) Math.floor(y);
    double right = x - column;
    double down = y - row;
    double above =
        (1 - right) * value(picture, column, row, channel)
            + right * value(picture, column + 1, row, channel);
    double below =
        (1 - right) * value(picture, column, row + 1, channel)
            + right * value(picture, column + 1, row + 1, channel);
    return above + down * (below - above);
  }

  private static int value(RgbImage picture, int column, int row, int channel) {
    return column < 0 || row < 0 || column >= picture.width() || row >= picture.height()
        ? 0
        : picture.rgb()[3 * (row * picture.width() + column) + channel] & 255;
  }
}
