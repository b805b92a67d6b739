package io.lipstream.portrait;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Walks the chunks of a PNG, and cuts it down to those that make its pixels. Compressed text and
 * profiles, where a few kilobytes can unfold to gigabytes, never reach the decoder; the profile is
 * unfolded here, up to a limit.
 */
final class PngHeader {
  private static final int SIGNATURE_BYTES = 8;
  private static final int CHUNK_FRAME_BYTES = 12;
  private static final int PROFILE_LIMIT = 4 << 20;

  private PngHeader() {}

  static PictureHeader read(ByteBuffer file) throws DamagedPictureException {
    int orientation = 1;
    byte[] profile = PictureHeader.NO_PROFILE;
    int width = 0;
    int height = 0;
    int bytesPerChannel = 1;
    int at = SIGNATURE_BYTES;
    while (at + CHUNK_FRAME_BYTES <= file.limit()) {
      ByteBuffer body = body(file, at);
      switch (name(file, at)) {
        case "IHDR" -> {
          width = body.getInt(0);
          height = body.getInt(4);
          bytesPerChannel = body.get(8) == 16 ? 2 : 1;
        }
        case "eXIf" -> orientation = ExifOrientation.read(body);
        case "iCCP" -> profile = unfold(body);
        case "IEND" -> {
          return new PictureHeader(
              PictureKind.PNG, width, height, bytesPerChannel, orientation, profile);
        }
        default -> {}
      }
      at += CHUNK_FRAME_BYTES + body.capacity();
    }
    throw new DamagedPictureException("it breaks off before its end");
  }

  /** The file with nothing but its critical chunks and its transparency. */
  static byte[] pixelsOnly(byte[] content) {
    ByteBuffer file = ByteBuffer.wrap(content);
    ByteBuffer kept = ByteBuffer.allocate(content.length);
    kept.put(content, 0, SIGNATURE_BYTES);
    int at = SIGNATURE_BYTES;
    while (at + CHUNK_FRAME_BYTES <= content.length) {
      int length = CHUNK_FRAME_BYTES + body(file, at).capacity();
      String name = name(file, at);
      if (Character.isUpperCase(name.charAt(0)) || name.equals("tRNS")) {
        kept.put(content, at, length);
      }
      at += length;
    }
    byte[] picture = new byte[kept.position()];
    kept.get(0, picture);
    return picture;
  }

  private static ByteBuffer body(ByteBuffer file, int at) {
    return file.slice(at + 8, file.getInt(at));
  }

  private static String name(ByteBuffer file, int at) {
    byte[] name = new byte[4];
    file.get(at + 4, name);
    return new String(name, StandardCharsets.US_ASCII);
  }

  private static byte[] unfold(ByteBuffer body) {
    while (body.get() != 0) {}
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(body.position(body.position() + 1));
      byte[] profile = new byte[PROFILE_LIMIT];
      int length = inflater.inflate(profile);
      return inflater.finished() ? Arrays.copyOf(profile, length) : PictureHeader.NO_PROFILE;
    } catch (DataFormatException e) {
      return PictureHeader.NO_PROFILE;
    } finally {
      inflater.end();
    }
  }
}
