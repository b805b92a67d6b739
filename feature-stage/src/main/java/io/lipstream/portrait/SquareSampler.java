package io.lipstream.portrait;

import io.lipstream.inference.Tensor;

/**
 * Cuts a square, possibly turned, region out of a picture as a network wants it: planes of R, G and
 * B. Where the region is larger than the input, each value is the mean of a grid of bilinear
 * samples, so that detail does not alias. Outside of the picture lies black.
 */
final class SquareSampler {
  private static final int MOST_SAMPLES = 8;

  private SquareSampler() {}

  /**
   * Samples a region.
   *
   * @param side pixels of the input along one side
   * @param lowest value that black becomes; white becomes 1
   * @return shape [1, 3, side, side]
   */
  static Tensor sample(RgbImage image, Placement placement, int side, float lowest) {
    float[] planes = new float[3 * side * side];
    int samples = (int) Math.max(1, Math.min(MOST_SAMPLES, Math.ceil(placement.side() / side)));
    double step = placement.side() / (side * samples);
    double along = step * Math.cos(placement.rotation());
    double across = step * Math.sin(placement.rotation());
    double scale = (1 - lowest) / (255.0 * samples * samples);
    double[] sum = new double[3];
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        sum[0] = sum[1] = sum[2] = 0;
        for (int row = y * samples; row < (y + 1) * samples; row++) {
          double down = row + .5 - .5 * side * samples;
          for (int column = x * samples; column < (x + 1) * samples; column++) {
            double right = column + .5 - .5 * side * samples;
            addBilinear(
                image,
                placement.centerX() + along * right - across * down - .5,
                placement.centerY() + across * right + along * down - .5,
                sum);
          }
        }
        for (int channel = 0; channel < 3; channel++) {
          planes[(channel * side + y) * side + x] = (float) (sum[channel] * scale + lowest);
        }
      }
    }
    return Tensor.of(planes, 1, 3, side, side);
  }

  private static void addBilinear(RgbImage image, double x, double y, double[] sum) {
    int left = (int) Math.floor(x);
    int top = (int) Math.floor(y);
    if (left < -1 || top < -1 || left >= image.width() || top >= image.height()) {
      return;
    }
    double right = x - left;
    double down = y - top;
    add(image, left, top, (1 - right) * (1 - down), sum);
    add(image, left + 1, top, right * (1 - down), sum);
    add(image, left, top + 1, (1 - right) * down, sum);
    add(image, left + 1, top + 1, right * down, sum);
  }

  private static void add(RgbImage image, int x, int y, double weight, double[] sum) {
    if (x < 0 || y < 0 || x >= image.width() || y >= image.height()) {
      return;
    }
    int at = 3 * (y * image.width() + x);
    byte[] rgb = image.rgb();
    sum[0] += weight * Byte.toUnsignedInt(rgb[at]);
    sum[1] += weight * Byte.toUnsignedInt(rgb[at + 1]);
    sum[2] += weight * Byte.toUnsignedInt(rgb[at + 2]);
  }
}
