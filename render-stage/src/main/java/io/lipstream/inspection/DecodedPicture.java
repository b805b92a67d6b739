package io.lipstream.inspection;

import io.lipstream.portrait.RgbImage;

/**
 * A decoded frame: 8-bit planes without padding, chroma halved both ways. The arrays are not
 * copied.
 */
public record DecodedPicture(int width, int height, byte[] luma, byte[] cb, byte[] cr) {

  /**
   * The frame as R'G'B', by ITU-R BT.709-6 in limited range. Chroma is taken to lie level with the
   * left pixel of each pair and between the rows, and is interpolated linearly.
   */
  public RgbImage toRgb() {
    byte[] rgb = new byte[3 * width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        double light = 255 / 219.0 * ((luma[y * width + x] & 0xff) - 16);
        double blue = 255 / 224.0 * (chroma(cb, x, y) - 128);
        double red = 255 / 224.0 * (chroma(cr, x, y) - 128);
        int at = 3 * (y * width + x);
        rgb[at] = rounded(light + 1.5748 * red);
        rgb[at + 1] = rounded(light - 0.1873 * blue - 0.4681 * red);
        rgb[at + 2] = rounded(light + 1.8556 * blue);
      }
    }
    return new RgbImage(width, height, rgb);
  }

  private double chroma(byte[] plane, int x, int y) {
    double down = Math.max(0, Math.min(chromaRows() - 1.0, (y - 0.5) / 2));
    int top = (int) down;
    int bottom = Math.min(chromaRows() - 1, top + 1);
    int left = x / 2;
    int right = Math.min(width / 2 - 1, left + (x & 1));
    double upper = (value(plane, left, top) + value(plane, right, top)) / 2.0;
    double lower = (value(plane, left, bottom) + value(plane, right, bottom)) / 2.0;
    return upper + (down - top) * (lower - upper);
  }

  private int chromaRows() {
    return height / 2;
  }

  private int value(byte[] plane, int column, int row) {
    return plane[row * (width / 2) + column] & 0xff;
  }

  private static byte rounded(double value) {
    return (byte) Math.max(0, Math.min(255, Math.round(value)));
  }
}
