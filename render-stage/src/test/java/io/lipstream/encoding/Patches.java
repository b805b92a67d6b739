package io.lipstream.encoding;

import io.lipstream.portrait.RgbImage;

/** Pictures made of plain colours or of noise. */
final class Patches {
  private Patches() {}

  static RgbImage plain(int width, int height, int red, int green, int blue) {
    byte[] rgb = new byte[3 * width * height];
    for (int i = 0; i < rgb.length; i += 3) {
      rgb[i] = (byte) red;
      rgb[i + 1] = (byte) green;
      rgb[i + 2] = (byte) blue;
    }
    return new RgbImage(width, height, rgb);
  }

  /** Slow waves of all colours. */
  static RgbImage waves(int width, int height) {
    byte[] rgb = new byte[3 * width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int at = 3 * (y * width + x);
        rgb[at] = (byte) (int) (127 + 100 * Math.sin(x / 19.0));
        rgb[at + 1] = (byte) (int) (127 + 100 * Math.sin(y / 23.0 + x / 41.0));
        rgb[at + 2] = (byte) (int) (127 + 100 * Math.cos((x + y) / 31.0));
      }
    }
    return new RgbImage(width, height, rgb);
  }
}
