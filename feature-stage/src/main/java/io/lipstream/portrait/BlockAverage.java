package io.lipstream.portrait;

import java.util.Arrays;

/**
 * Brings a picture down by a whole number: each pixel of the result is the mean of a block of
 * pixels, laid over a white matte first, so that the colour of what is transparent never bleeds.
 * Rows and columns that do not fill a block are left out.
 */
final class BlockAverage {
  private static final int MATTE = 255;
  private static final int BAND_ROWS = 64;

  private BlockAverage() {}

  static RgbImage reduce(FrameRows rows, int blockSide) throws DamagedPictureException {
    int width = rows.width() / blockSide;
    int height = rows.height() / blockSide;
    int blocksDown = Math.max(1, BAND_ROWS / blockSide);
    byte[] rgb = new byte[3 * width * height];
    byte[] band = new byte[4 * rows.width() * blocksDown * blockSide];
    int[] sums = new int[3 * width];
    for (int top = 0; top < height; top += blocksDown) {
      int count = Math.min(blocksDown, height - top);
      rows.read(top * blockSide, count * blockSide, band);
      for (int y = 0; y < count; y++) {
        Arrays.fill(sums, 0);
        for (int line = 0; line < blockSide; line++) {
          add(band, 4 * rows.width() * (y * blockSide + line), blockSide, sums);
        }
        mean(sums, blockSide * blockSide, rgb, 3 * width * (top + y));
      }
    }
    return new RgbImage(width, height, rgb);
  }

  private static void add(byte[] rgba, int start, int blockSide, int[] sums) {
    int at = start;
    for (int pixel = 0; pixel < sums.length; pixel += 3) {
      for (int column = 0; column < blockSide; column++, at += 4) {
        int alpha = Byte.toUnsignedInt(rgba[at + 3]);
        sums[pixel] += over(rgba[at], alpha);
        sums[pixel + 1] += over(rgba[at + 1], alpha);
        sums[pixel + 2] += over(rgba[at + 2], alpha);
      }
    }
  }

  private static int over(byte channel, int alpha) {
    int value = Byte.toUnsignedInt(channel);
    return alpha == 255 ? value : (value * alpha + MATTE * (255 - alpha) + 127) / 255;
  }

  private static void mean(int[] sums, int count, byte[] rgb, int at) {
    for (int i = 0; i < sums.length; i++) {
      rgb[at + i] = (byte) ((sums[i] + count / 2) / count);
    }
  }
}
