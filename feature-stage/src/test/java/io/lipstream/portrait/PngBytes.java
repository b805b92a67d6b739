package io.lipstream.portrait;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.ImageIO;

/** PNG files made for a test, chunk by chunk. */
final class PngBytes {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  private static final int AFTER_HEADER = 8 + 25;

  private PngBytes() {}

  static byte[] encode(BufferedImage image) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(image, "png", bytes);
    return bytes.toByteArray();
  }

  /** Grey values of 16 bits as R, G and B. */
  static byte[] sixteenBits(int width, int height, int... values) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(13);
    header.putInt(width).putInt(height).put((byte) 16).put((byte) 2);
    ByteBuffer rows = ByteBuffer.allocate(height * (1 + 6 * width));
    for (int i = 0; i < values.length; i++) {
      if (i % width == 0) {
        rows.put((byte) 0);
      }
      rows.putShort((short) values[i]).putShort((short) values[i]).putShort((short) values[i]);
    }
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    png.write(SIGNATURE);
    png.write(chunk("IHDR", header.array()));
    png.write(chunk("IDAT", deflated(rows.array())));
    png.write(chunk("IEND", new byte[0]));
    return png.toByteArray();
  }

  static byte[] withChunk(byte[] png, String name, byte[] body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(png, 0, AFTER_HEADER);
    bytes.write(chunk(name, body));
    bytes.write(png, AFTER_HEADER, png.length - AFTER_HEADER);
    return bytes.toByteArray();
  }

  /** The same file with another size in its header. */
  static byte[] claiming(byte[] png, int width, int height) {
    byte[] header = new byte[13];
    System.arraycopy(png, 16, header, 0, header.length);
    ByteBuffer.wrap(header).putInt(width).putInt(height);
    ByteBuffer bytes = ByteBuffer.wrap(png.clone());
    bytes.put(8, chunk("IHDR", header));
    return bytes.array();
  }

  /** Body of an iCCP chunk, and of a zTXt one alike: a name, the method, the deflated bytes. */
  static byte[] profile(byte[] content) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write("name\0\0".getBytes(StandardCharsets.US_ASCII));
    body.write(content.length > 0 && content[0] == 0x78 ? content : deflated(content));
    return body.toByteArray();
  }

  /** Many zeros, deflated. */
  static byte[] zeros(int count) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream output =
        new DeflaterOutputStream(bytes, new Deflater(Deflater.BEST_SPEED))) {
      byte[] block = new byte[1 << 20];
      for (int written = 0; written < count; written += block.length) {
        output.write(block);
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] deflated(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream output = new DeflaterOutputStream(bytes)) {
      output.write(content);
    }
    return bytes.toByteArray();
  }

  private static byte[] chunk(String name, byte[] body) {
    ByteBuffer chunk = ByteBuffer.allocate(12 + body.length);
    chunk.putInt(body.length).put(name.getBytes(StandardCharsets.US_ASCII)).put(body);
    CRC32 check = new CRC32();
    check.update(chunk.array(), 4, 4 + body.length);
    return chunk.putInt((int) check.getValue()).array();
  }
}
