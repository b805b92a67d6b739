package io.lipstream.portrait;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Walks the segments of a JPEG up to the frame header, collecting the size, the orientation (APP1)
 * and the colour profile (APP2, in pieces), and looks for the end marker, whose absence is how a
 * download that broke off shows.
 */
final class JpegHeader {
  private static final byte[] EXIF = "Exif\0\0".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] PROFILE = "ICC_PROFILE\0".getBytes(StandardCharsets.US_ASCII);
  private static final int APP1 = 0xE1;
  private static final int APP2 = 0xE2;
  private static final int START_OF_SCAN = 0xDA;
  private static final int END_OF_IMAGE = 0xD9;

  private JpegHeader() {}

  static PictureHeader read(ByteBuffer file) throws DamagedPictureException {
    int orientation = 1;
    ByteArrayOutputStream profile = new ByteArrayOutputStream();
    file.position(2);
    while (true) {
      int marker = nextMarker(file);
      if (marker == START_OF_SCAN || marker == END_OF_IMAGE) {
        throw new DamagedPictureException("it has no frame header");
      }
      int start = file.position();
      ByteBuffer segment = file.slice(start + 2, Short.toUnsignedInt(file.getShort(start)) - 2);
      if (marker == APP1 && startsWith(segment, EXIF)) {
        orientation = ExifOrientation.read(segment.position(EXIF.length));
      } else if (marker == APP2 && startsWith(segment, PROFILE)) {
        byte[] piece = new byte[segment.remaining() - PROFILE.length - 2];
        segment.get(PROFILE.length + 2, piece);
        profile.writeBytes(piece);
      } else if (isFrameHeader(marker)) {
        requireEnd(file);
        int height = Short.toUnsignedInt(segment.getShort(1));
        int width = Short.toUnsignedInt(segment.getShort(3));
        return new PictureHeader(
            PictureKind.JPEG, width, height, 1, orientation, profile.toByteArray());
      }
      file.position(start + 2 + segment.capacity());
    }
  }

  private static int nextMarker(ByteBuffer file) {
    int value = Byte.toUnsignedInt(file.get());
    while (value != 0xFF) {
      value = Byte.toUnsignedInt(file.get());
    }
    while (value == 0xFF) {
      value = Byte.toUnsignedInt(file.get());
    }
    return value;
  }

  private static boolean isFrameHeader(int marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
  }

  private static boolean startsWith(ByteBuffer segment, byte[] magic) {
    if (segment.remaining() < magic.length) {
      return false;
    }
    byte[] head = new byte[magic.length];
    segment.get(0, head);
    return Arrays.equals(head, magic);
  }

  private static void requireEnd(ByteBuffer file) throws DamagedPictureException {
    for (int i = file.limit() - 1; i > file.position(); i--) {
      if (file.get(i) == (byte) END_OF_IMAGE && file.get(i - 1) == (byte) 0xFF) {
        return;
      }
    }
    throw new DamagedPictureException("it breaks off before its end");
  }
}
