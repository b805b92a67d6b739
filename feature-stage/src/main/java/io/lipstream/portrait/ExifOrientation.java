package io.lipstream.portrait;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The orientation tag of an EXIF block, and what it asks for. A broken block counts as none: a
 * picture is not refused for its metadata.
 */
final class ExifOrientation {
  private static final int UPRIGHT = 1;
  private static final int TAG = 0x0112;
  private static final int ENTRY_BYTES = 12;

  private ExifOrientation() {}

  /**
   * Finds the tag in the first directory.
   *
   * @param tiff the block from its TIFF header on
   * @return 1 to 8
   */
  static int read(ByteBuffer tiff) {
    try {
      ByteBuffer block = tiff.slice();
      int order = block.getShort(0);
      block.order(order == 0x4949 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
      int directory = block.getInt(4);
      int entries = Short.toUnsignedInt(block.getShort(directory));
      for (int i = 0; i < entries; i++) {
        int entry = directory + 2 + ENTRY_BYTES * i;
        if (Short.toUnsignedInt(block.getShort(entry)) == TAG) {
          int orientation = Short.toUnsignedInt(block.getShort(entry + 8));
          return orientation >= 1 && orientation <= 8 ? orientation : UPRIGHT;
        }
      }
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      return UPRIGHT;
    }
    return UPRIGHT;
  }

  /** Turns and mirrors a stored picture so that it stands upright. */
  static RgbImage upright(RgbImage stored, int orientation) {
    if (orientation == UPRIGHT) {
      return stored;
    }
    boolean transposed = orientation >= 5;
    int width = transposed ? stored.height() : stored.width();
    int height = transposed ? stored.width() : stored.height();
    boolean fromRight =
        orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    boolean fromBottom =
        orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    byte[] source = stored.rgb();
    byte[] target = new byte[source.length];
    int at = 0;
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int column = transposed ? y : x;
        int row = transposed ? x : y;
        column = fromRight ? stored.width() - 1 - column : column;
        row = fromBottom ? stored.height() - 1 - row : row;
        int from = 3 * (row * stored.width() + column);
        target[at++] = source[from];
        target[at++] = source[from + 1];
        target[at++] = source[from + 2];
      }
    }
    return new RgbImage(width, height, target);
  }
}
