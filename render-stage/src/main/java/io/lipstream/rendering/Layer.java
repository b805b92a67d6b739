package io.lipstream.rendering;

/**
 * A picture of a region that is moved as a whole: colour, and how much it covers. Four bytes a
 * pixel in four lanes of 16 bits (R G B coverage, from the lowest), so that one multiplication
 * weighs them all. The last column and row stand twice, for interpolation. Filled once, then
 * immutable.
 */
final class Layer {
  /** Lowest byte of each lane. */
  static final long LANES = 0x00ff_00ff_00ff_00ffL;

  static final int COVERAGE = 3;

  private final int width;
  private final int height;
  private final long[] pixels;

  Layer(int width, int height) {
    this.width = width;
    this.height = height;
    this.pixels = new long[(width + 1) * (height + 1)];
  }

  /** Pixels from one row to the next. */
  int stride() {
    return width + 1;
  }

  long[] pixels() {
    return pixels;
  }

  int index(int x, int y) {
    return y * (width + 1) + x;
  }

  /** 0 to 255. */
  int value(int x, int y, int channel) {
    return (int) (pixels[index(x, y)] >>> (16 * channel)) & 0xff;
  }

  /**
   * Puts a value, rounded.
   *
   * @param value 0 to 255; what lies beyond is cut
   */
  void put(int x, int y, int channel, double value) {
    long rounded = Math.round(Math.max(0, Math.min(255, value)));
    int at = index(x, y);
    int shift = 16 * channel;
    pixels[at] = (pixels[at] & ~(0xffL << shift)) | (rounded << shift);
  }

  /** Repeats the last column and row; nothing is put after this. */
  void finish() {
    for (int y = 0; y < height; y++) {
      pixels[index(width, y)] = pixels[index(width - 1, y)];
    }
    System.arraycopy(pixels, index(0, height - 1), pixels, index(0, height), width + 1);
  }

  long byteSize() {
    return 8L * pixels.length;
  }

  /** Planes R, G, B from 0 to 255 and coverage from 0 to 1. */
  void copyTo(float[] planes) {
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        for (int channel = 0; channel < 4; channel++) {
          float value = value(x, y, channel);
          planes[(channel * height + y) * width + x] = channel == COVERAGE ? value / 255 : value;
        }
      }
    }
  }
}
