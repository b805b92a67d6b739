package io.lipstream.portrait;

import java.nio.ByteBuffer;

/** Walks the RIFF chunks of a still WebP: size, orientation and colour profile. */
final class WebpHeader {
  private static final int FIRST_CHUNK = 12;
  private static final int CHUNK_HEAD_BYTES = 8;
  private static final int LOSSY = fourCharacters("VP8 ");
  private static final int LOSSLESS = fourCharacters("VP8L");
  private static final int EXTENDED = fourCharacters("VP8X");
  private static final int EXIF = fourCharacters("EXIF");
  private static final int PROFILE = fourCharacters("ICCP");
  private static final int ANIMATION = fourCharacters("ANIM");

  private WebpHeader() {}

  static PictureHeader read(ByteBuffer file) throws DamagedPictureException {
    if (Integer.toUnsignedLong(file.getInt(4)) + CHUNK_HEAD_BYTES > file.limit()) {
      throw new DamagedPictureException("it breaks off before its end");
    }
    int width = 0;
    int height = 0;
    int orientation = 1;
    byte[] profile = PictureHeader.NO_PROFILE;
    int at = FIRST_CHUNK;
    while (at + CHUNK_HEAD_BYTES <= file.limit()) {
      int name = file.getInt(at);
      ByteBuffer body = file.slice(at + CHUNK_HEAD_BYTES, file.getInt(at + 4)).order(file.order());
      if (name == ANIMATION) {
        throw new DamagedPictureException("it is animated, where a still picture is needed");
      } else if (name == EXTENDED) {
        width = 1 + (body.getInt(4) & 0xFFFFFF);
        height = 1 + (body.getInt(6) >>> 8);
      } else if (name == LOSSY && width == 0) {
        width = body.getShort(6) & 0x3FFF;
        height = body.getShort(8) & 0x3FFF;
      } else if (name == LOSSLESS && width == 0) {
        int sizes = body.getInt(1);
        width = 1 + (sizes & 0x3FFF);
        height = 1 + (sizes >>> 14 & 0x3FFF);
      } else if (name == EXIF) {
        orientation = ExifOrientation.read(withoutPreamble(body));
      } else if (name == PROFILE) {
        profile = new byte[body.capacity()];
        body.get(0, profile);
      }
      at += CHUNK_HEAD_BYTES + body.capacity() + (body.capacity() & 1);
    }
    return new PictureHeader(PictureKind.WEBP, width, height, 1, orientation, profile);
  }

  /** Some writers put JPEG's "Exif\0\0" before the TIFF header. */
  private static ByteBuffer withoutPreamble(ByteBuffer body) {
    boolean preamble = body.capacity() > 6 && body.getInt(0) == fourCharacters("Exif");
    return body.position(preamble ? 6 : 0);
  }

  private static int fourCharacters(String name) {
    return name.charAt(0) | name.charAt(1) << 8 | name.charAt(2) << 16 | name.charAt(3) << 24;
  }
}
