package io.lipstream.encoding;

/**
 * R'G'B' to Y'CbCr by ITU-R BT.709-6, section 3, in limited range: Y' from 16 to 235, Cb and Cr
 * from 16 to 240. Fixed point, rounded to nearest.
 *
 * <p>Chroma lies where H.264 has it unless told otherwise: level with the left pixel of a pair and
 * between two rows. It is the mean of three columns weighted 1 2 1 and two rows, which is all that
 * the two shared pixels to the left and right need for no shift.
 */
final class Bt709 {
  private static final double RED = 0.2126;
  private static final double GREEN = 0.7152;
  private static final double BLUE = 0.0722;

  private static final int SHIFT = 16;
  private static final int LUMA_RED = luma(RED);
  private static final int LUMA_GREEN = luma(GREEN);
  private static final int LUMA_BLUE = luma(BLUE);
  private static final int LUMA_OFFSET = (16 << SHIFT) + (1 << (SHIFT - 1));

  /** Colours come as sums of eight. */
  private static final int CHROMA_SHIFT = SHIFT + 3;

  private static final int CB_RED = chroma(-RED, BLUE);
  private static final int CB_GREEN = chroma(-GREEN, BLUE);
  private static final int CB_BLUE = -CB_RED - CB_GREEN;
  private static final int CR_GREEN = chroma(-GREEN, RED);
  private static final int CR_BLUE = chroma(-BLUE, RED);
  private static final int CR_RED = -CR_GREEN - CR_BLUE;
  private static final int CHROMA_OFFSET = (128 << CHROMA_SHIFT) + (1 << (CHROMA_SHIFT - 1));

  private Bt709() {}

  /** Y' of a row of pixels. */
  static void luma(byte[] rgb, int firstPixel, byte[] target, int targetStart, int count) {
    int at = 3 * firstPixel;
    for (int i = 0; i < count; i++, at += 3) {
      target[targetStart + i] =
          (byte)
              ((LUMA_RED * (rgb[at] & 0xff)
                      + LUMA_GREEN * (rgb[at + 1] & 0xff)
                      + LUMA_BLUE * (rgb[at + 2] & 0xff)
                      + LUMA_OFFSET)
                  >> SHIFT);
    }
  }

  /**
   * Cb and Cr of two rows of pixels of a whole picture.
   *
   * @param row even row of the pair
   * @param firstColumn even
   * @param count samples of each, one for two columns
   */
  static void chroma(
      byte[] rgb,
      int width,
      int row,
      int firstColumn,
      byte[] targetCb,
      byte[] targetCr,
      int targetStart,
      int count) {
    int upper = 3 * row * width;
    int lower = upper + 3 * width;
    for (int i = 0; i < count; i++) {
      int column = firstColumn + 2 * i;
      int left = 3 * Math.max(0, column - 1);
      int here = 3 * column;
      int right = here + 3;
      int red = sum(rgb, upper, left, here, right) + sum(rgb, lower, left, here, right);
      int green = sum(rgb, upper + 1, left, here, right) + sum(rgb, lower + 1, left, here, right);
      int blue = sum(rgb, upper + 2, left, here, right) + sum(rgb, lower + 2, left, here, right);
      targetCb[targetStart + i] =
          (byte)
              ((CB_RED * red + CB_GREEN * green + CB_BLUE * blue + CHROMA_OFFSET) >> CHROMA_SHIFT);
      targetCr[targetStart + i] =
          (byte)
              ((CR_RED * red + CR_GREEN * green + CR_BLUE * blue + CHROMA_OFFSET) >> CHROMA_SHIFT);
    }
  }

  private static int sum(byte[] rgb, int base, int left, int here, int right) {
    return (rgb[base + left] & 0xff) + 2 * (rgb[base + here] & 0xff) + (rgb[base + right] & 0xff);
  }

  private static int luma(double weight) {
    return (int) Math.round(weight * 219 / 255 * (1 << SHIFT));
  }

  /** Weight of one primary in the difference of another primary from Y'. */
  private static int chroma(double weight, double ofPrimary) {
    return (int) Math.round(weight / (2 * (1 - ofPrimary)) * 224 / 255 * (1 << SHIFT));
  }
}
