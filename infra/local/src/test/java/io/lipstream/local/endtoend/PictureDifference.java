package io.lipstream.local.endtoend;

import io.lipstream.portrait.RgbImage;
import io.lipstream.rendering.Region;

/**
 * How a frame differs from the prepared frame outside the region that moves.
 *
 * @param lumaPsnr peak signal-to-noise ratio of BT.709 luma, dB
 * @param meanRed mean signed difference, levels
 * @param meanGreen the same
 * @param meanBlue the same
 * @param meanLuma mean luma of the frame there, levels
 */
record PictureDifference(
    double lumaPsnr, double meanRed, double meanGreen, double meanBlue, double meanLuma) {

  static PictureDifference outside(Region region, RgbImage frame, RgbImage prepared) {
    double[] sums = new double[3];
    double squares = 0;
    double luma = 0;
    long count = 0;
    for (int y = 0; y < frame.height(); y++) {
      for (int x = 0; x < frame.width(); x++) {
        if (contains(region, x, y)) {
          continue;
        }
        int at = 3 * (y * frame.width() + x);
        for (int channel = 0; channel < 3; channel++) {
          sums[channel] += level(frame, at + channel) - level(prepared, at + channel);
        }
        double difference = luma(frame, at) - luma(prepared, at);
        squares += difference * difference;
        luma += luma(frame, at);
        count++;
      }
    }
    double psnr = 10 * Math.log10(255.0 * 255.0 / Math.max(1e-9, squares / count));
    return new PictureDifference(
        psnr, sums[0] / count, sums[1] / count, sums[2] / count, luma / count);
  }

  private static boolean contains(Region region, int x, int y) {
    return x >= region.x()
        && y >= region.y()
        && x < region.x() + region.width()
        && y < region.y() + region.height();
  }

  private static double luma(RgbImage image, int at) {
    return 0.2126 * level(image, at)
        + 0.7152 * level(image, at + 1)
        + 0.0722 * level(image, at + 2);
  }

  private static int level(RgbImage image, int at) {
    return image.rgb()[at] & 0xff;
  }
}
