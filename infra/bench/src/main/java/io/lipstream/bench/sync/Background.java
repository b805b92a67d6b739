package io.lipstream.bench.sync;

import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.RgbImage;

/**
 * What is not head: all of a picture outside the ellipse about the landmarks, grown by a half,
 * which is about the head. Neck and shoulders belong to it. A pure function.
 */
final class Background {
  private static final double GROWN = 1.5;
  private static final double MOST = 99;

  private Background() {}

  /** Peak signal-to-noise ratio of the luma (BT.601) in dB; at most 99, where all is the same. */
  static double psnr(RgbImage still, RgbImage frame, FaceLandmarks face) {
    double[] x = range(face, true);
    double[] y = range(face, false);
    double centerX = (x[0] + x[1]) / 2;
    double centerY = (y[0] + y[1]) / 2;
    double halfWidth = GROWN * (x[1] - x[0]) / 2;
    double halfHeight = GROWN * (y[1] - y[0]) / 2;
    double squares = 0;
    long count = 0;
    for (int row = 0; row < still.height(); row++) {
      for (int column = 0; column < still.width(); column++) {
        double across = (column + 0.5 - centerX) / halfWidth;
        double down = (row + 0.5 - centerY) / halfHeight;
        if (across * across + down * down > 1) {
          int at = 3 * (row * still.width() + column);
          double difference = luma(still.rgb(), at) - luma(frame.rgb(), at);
          squares += difference * difference;
          count++;
        }
      }
    }
    return squares == 0 ? MOST : Math.min(MOST, 10 * Math.log10(255 * 255 * count / squares));
  }

  private static double luma(byte[] rgb, int at) {
    return 0.299 * (rgb[at] & 255) + 0.587 * (rgb[at + 1] & 255) + 0.114 * (rgb[at + 2] & 255);
  }

  private static double[] range(FaceLandmarks face, boolean across) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < FaceLandmarks.COUNT; i++) {
      double value = across ? face.x(i) : face.y(i);
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    return new double[] {least, most};
  }
}
