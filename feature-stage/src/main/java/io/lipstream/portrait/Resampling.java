package io.lipstream.portrait;

/**
 * Cuts a frame out of a picture by bicubic interpolation (Keys, a = −0.5), its kernel widened to
 * the frame's pixels where the picture is brought down, so that nothing aliases. Separable: rows
 * first, each once, kept only as long as the columns need them. At the picture's edges the kernel
 * is cut off and its weights made up to one.
 */
final class Resampling {
  private static final double KEYS = -0.5;
  private static final int RADIUS = 2;

  private Resampling() {}

  static RgbImage cut(RgbImage picture, Framing framing) {
    Taps across = new Taps(framing.left(), framing.scale(), framing.width(), picture.width());
    Taps down = new Taps(framing.top(), framing.scale(), framing.height(), picture.height());
    float[][] rows = new float[down.count][3 * framing.width()];
    int next = down.first[0];
    byte[] rgb = new byte[3 * framing.width() * framing.height()];
    for (int y = 0; y < framing.height(); y++) {
      for (next = Math.max(next, down.first[y]); next < down.first[y] + down.count; next++) {
        if (next < picture.height()) {
          across.apply(picture, next, rows[next % down.count]);
        }
      }
      column(rows, down, y, rgb, 3 * framing.width() * y);
    }
    return new RgbImage(framing.width(), framing.height(), rgb);
  }

  private static void column(float[][] rows, Taps down, int y, byte[] rgb, int at) {
    for (int i = 0; i < rows[0].length; i++) {
      float sum = 0;
      for (int tap = 0; tap < down.count; tap++) {
        sum += down.weights[y][tap] * rows[(down.first[y] + tap) % down.count][i];
      }
      rgb[at + i] = (byte) Math.max(0, Math.min(255, Math.round(sum)));
    }
  }

  /** For each pixel of the result: the first pixel it is made of, and the weights from there on. */
  private static final class Taps {
    private final int[] first;
    private final float[][] weights;
    private final int count;

    Taps(double start, double scale, int length, int limit) {
      double stretch = Math.max(1, scale);
      count = (int) Math.ceil(2 * RADIUS * stretch) + 1;
      first = new int[length];
      weights = new float[length][count];
      for (int i = 0; i < length; i++) {
        double center = start + (i + .5) * scale - .5;
        first[i] = Math.max(0, (int) Math.ceil(center - RADIUS * stretch));
        double sum = 0;
        double[] exact = new double[count];
        for (int tap = 0; tap < count && first[i] + tap < limit; tap++) {
          exact[tap] = kernel((first[i] + tap - center) / stretch);
          sum += exact[tap];
        }
        for (int tap = 0; tap < count; tap++) {
          weights[i][tap] = (float) (exact[tap] / sum);
        }
      }
    }

    private static double kernel(double distance) {
      double x = Math.abs(distance);
      if (x < 1) {
        return ((KEYS + 2) * x - (KEYS + 3)) * x * x + 1;
      }
      return x < RADIUS ? ((KEYS * x - 5 * KEYS) * x + 8 * KEYS) * x - 4 * KEYS : 0;
    }

    void apply(RgbImage picture, int row, float[] target) {
      byte[] rgb = picture.rgb();
      int start = 3 * row * picture.width();
      for (int x = 0; x < first.length; x++) {
        float red = 0;
        float green = 0;
        float blue = 0;
        int taps = Math.min(count, picture.width() - first[x]);
        for (int tap = 0, at = start + 3 * first[x]; tap < taps; tap++, at += 3) {
          float weight = weights[x][tap];
          red += weight * Byte.toUnsignedInt(rgb[at]);
          green += weight * Byte.toUnsignedInt(rgb[at + 1]);
          blue += weight * Byte.toUnsignedInt(rgb[at + 2]);
        }
        target[3 * x] = red;
        target[3 * x + 1] = green;
        target[3 * x + 2] = blue;
      }
    }
  }
}
