package io.lipstream.portrait;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * What a file says of its picture before a single pixel is decoded: read without allocating
 * anything that the file's own numbers ask for.
 *
 * @param kind kind of file, by its first bytes and never by its name
 * @param width pixels across as stored, before the orientation is applied
 * @param height pixels down as stored
 * @param bytesPerChannel 2 for 16-bit pictures, else 1
 * @param orientation EXIF orientation, 1 to 8; 1 where none is given
 * @param colorProfile ICC profile, empty where none is given
 */
record PictureHeader(
    PictureKind kind,
    int width,
    int height,
    int bytesPerChannel,
    int orientation,
    byte[] colorProfile) {
  static final byte[] NO_PROFILE = {};

  /**
   * Reads the header.
   *
   * @return empty if the bytes are of no kind that is read
   * @throws DamagedPictureException if they are of such a kind, but the header is broken
   */
  static Optional<PictureHeader> read(byte[] content) throws DamagedPictureException {
    ByteBuffer file = ByteBuffer.wrap(content);
    try {
      if (startsWith(content, 0, 0xFF, 0xD8, 0xFF)) {
        return Optional.of(JpegHeader.read(file));
      }
      if (startsWith(content, 0, 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n')) {
        return Optional.of(PngHeader.read(file));
      }
      if (startsWith(content, 0, 'R', 'I', 'F', 'F')
          && startsWith(content, 8, 'W', 'E', 'B', 'P')) {
        return Optional.of(WebpHeader.read(file.order(ByteOrder.LITTLE_ENDIAN)));
      }
      if (startsWith(content, 0, 'G', 'I', 'F', '8')) {
        return Optional.of(GifHeader.read(file.order(ByteOrder.LITTLE_ENDIAN)));
      }
      if (startsWith(content, 0, 'B', 'M')) {
        return Optional.of(bitmap(file.order(ByteOrder.LITTLE_ENDIAN)));
      }
      return Optional.empty();
    } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new DamagedPictureException("it is cut off or broken");
    }
  }

  static PictureHeader plain(PictureKind kind, int width, int height) {
    return new PictureHeader(kind, width, height, 1, 1, NO_PROFILE);
  }

  private static PictureHeader bitmap(ByteBuffer file) {
    boolean oldHeader = file.getInt(14) == 12;
    int width = oldHeader ? Short.toUnsignedInt(file.getShort(18)) : file.getInt(18);
    int height = oldHeader ? Short.toUnsignedInt(file.getShort(20)) : file.getInt(22);
    return plain(PictureKind.BMP, width, Math.abs(height));
  }

  private static boolean startsWith(byte[] content, int offset, int... magic) {
    if (content.length < offset + magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if (Byte.toUnsignedInt(content[offset + i]) != magic[i]) {
        return false;
      }
    }
    return true;
  }
}
