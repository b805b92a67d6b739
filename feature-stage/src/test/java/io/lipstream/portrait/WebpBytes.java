package io.lipstream.portrait;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Extended WebP files made of a plain one for a test. */
final class WebpBytes {
  private static final int FIRST_CHUNK = 12;
  private static final int EXIF_FLAG = 0x08;
  private static final int ANIMATION_FLAG = 0x02;

  private WebpBytes() {}

  static byte[] withOrientation(byte[] plain, int width, int height, int orientation) {
    return file(
        chunk("VP8X", header(EXIF_FLAG, width, height)),
        pixels(plain),
        chunk("EXIF", JpegBytes.tiff(orientation)));
  }

  static byte[] animated(byte[] plain, int width, int height) {
    return file(
        chunk("VP8X", header(ANIMATION_FLAG, width, height)),
        chunk("ANIM", new byte[6]),
        pixels(plain));
  }

  private static byte[] header(int flags, int width, int height) {
    ByteBuffer header = ByteBuffer.allocate(10).order(ByteOrder.LITTLE_ENDIAN);
    header.put((byte) flags).putShort(4, (short) (width - 1)).putShort(7, (short) (height - 1));
    return header.array();
  }

  private static byte[] pixels(byte[] plain) {
    byte[] pixels = new byte[plain.length - FIRST_CHUNK];
    System.arraycopy(plain, FIRST_CHUNK, pixels, 0, pixels.length);
    return pixels;
  }

  private static byte[] chunk(String name, byte[] body) {
    int padded = body.length + body.length % 2;
    ByteBuffer chunk = ByteBuffer.allocate(8 + padded).order(ByteOrder.LITTLE_ENDIAN);
    chunk.put(name.getBytes(StandardCharsets.US_ASCII)).putInt(body.length).put(body);
    return chunk.array();
  }

  private static byte[] file(byte[]... chunks) {
    int length = 4;
    for (byte[] chunk : chunks) {
      length += chunk.length;
    }
    ByteBuffer file = ByteBuffer.allocate(8 + length).order(ByteOrder.LITTLE_ENDIAN);
    file.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(length);
    file.put("WEBP".getBytes(StandardCharsets.US_ASCII));
    for (byte[] chunk : chunks) {
      file.put(chunk);
    }
    return file.array();
  }
}
