package io.lipstream.portrait;

import java.nio.ByteBuffer;

/** Walks the blocks of a GIF to the end of its first picture, which must be there as a whole. */
final class GifHeader {
  private static final int SCREEN = 6;
  private static final int FIRST_BLOCK = 13;
  private static final int EXTENSION = 0x21;
  private static final int PICTURE = 0x2C;
  private static final int PICTURE_FLAGS = 9;

  private GifHeader() {}

  static PictureHeader read(ByteBuffer file) throws DamagedPictureException {
    int width = Short.toUnsignedInt(file.getShort(SCREEN));
    int height = Short.toUnsignedInt(file.getShort(SCREEN + 2));
    int at = FIRST_BLOCK + paletteBytes(file.get(SCREEN + 4));
    while (Byte.toUnsignedInt(file.get(at)) == EXTENSION) {
      at = afterSubBlocks(file, at + 2);
    }
    if (Byte.toUnsignedInt(file.get(at)) != PICTURE) {
      throw new DamagedPictureException("it has no picture in it");
    }
    afterSubBlocks(file, at + PICTURE_FLAGS + paletteBytes(file.get(at + PICTURE_FLAGS)) + 2);
    return PictureHeader.plain(PictureKind.GIF, width, height);
  }

  private static int paletteBytes(byte flags) {
    return (flags & 0x80) == 0 ? 0 : 3 << (1 + (flags & 7));
  }

  private static int afterSubBlocks(ByteBuffer file, int first) {
    int at = first;
    int length = Byte.toUnsignedInt(file.get(at));
    while (length > 0) {
      at += 1 + length;
      length = Byte.toUnsignedInt(file.get(at));
    }
    return at + 1;
  }
}
