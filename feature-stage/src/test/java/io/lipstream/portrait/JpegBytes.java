package io.lipstream.portrait;

import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/** JPEG files made for a test, with segments that no common writer puts in at will. */
final class JpegBytes {
  private JpegBytes() {}

  static byte[] encode(BufferedImage image) throws IOException {
    return encode(new IIOImage(image, null, null));
  }

  private static byte[] encode(IIOImage image) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    ImageWriteParam parameters = writer.getDefaultWriteParam();
    parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
    parameters.setCompressionQuality(0.97f);
    try (ImageOutputStream output = ImageIO.createImageOutputStream(bytes)) {
      writer.setOutput(output);
      writer.write(null, image, parameters);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }

  /** Four channels, inverted, with the marker that says so. */
  static byte[] cmyk(BufferedImage image) throws IOException {
    WritableRaster raster =
        Raster.createInterleavedRaster(0, image.getWidth(), image.getHeight(), 4, null);
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        int rgb = image.getRGB(x, y);
        int[] ink = {rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255};
        int black = Math.max(1, Math.max(ink[0], Math.max(ink[1], ink[2])));
        for (int i = 0; i < 3; i++) {
          raster.setSample(x, y, i, ink[i] * 255 / black);
        }
        raster.setSample(x, y, 3, black);
      }
    }
    byte[] adobe = {'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, 0};
    return withSegment(encode(new IIOImage(raster, null, null)), 0xEE, adobe);
  }

  static byte[] withOrientation(byte[] jpeg, int orientation) {
    ByteBuffer exif = ByteBuffer.allocate(6 + 26);
    exif.put("Exif\0\0".getBytes(StandardCharsets.US_ASCII)).put(tiff(orientation));
    return withSegment(jpeg, 0xE1, exif.array());
  }

  /** An EXIF block with an orientation; little-endian for even ones, big-endian for odd. */
  static byte[] tiff(int orientation) {
    ByteBuffer tiff = ByteBuffer.allocate(26);
    boolean little = orientation % 2 == 0;
    tiff.order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    tiff.putShort((short) (little ? 0x4949 : 0x4D4D)).putShort((short) 42).putInt(8);
    tiff.putShort((short) 1).putShort((short) 0x0112).putShort((short) 3).putInt(1);
    tiff.putShort((short) orientation);
    return tiff.array();
  }

  static byte[] withSecondFrameHeader(byte[] jpeg, int width, int height) {
    int frame = 2;
    while (jpeg[frame + 1] != (byte) 0xC0) {
      frame += 2 + ByteBuffer.wrap(jpeg).getShort(frame + 2);
    }
    int length = 2 + ByteBuffer.wrap(jpeg).getShort(frame + 2);
    ByteBuffer bytes = ByteBuffer.allocate(jpeg.length + length);
    bytes.put(jpeg, 0, frame + length).put(jpeg, frame, jpeg.length - frame);
    bytes.putShort(frame + length + 5, (short) height).putShort(frame + length + 7, (short) width);
    return bytes.array();
  }

  private static byte[] withSegment(byte[] jpeg, int marker, byte[] body) {
    ByteBuffer bytes = ByteBuffer.allocate(jpeg.length + 4 + body.length);
    bytes.put(jpeg, 0, 2).put((byte) 0xFF).put((byte) marker);
    bytes.putShort((short) (2 + body.length)).put(body);
    return bytes.put(jpeg, 2, jpeg.length - 2).array();
  }

  /** How a camera held so stores a picture. */
  static BufferedImage storedFor(BufferedImage upright, int orientation) {
    boolean transposed = orientation >= 5;
    int width = transposed ? upright.getHeight() : upright.getWidth();
    int height = transposed ? upright.getWidth() : upright.getHeight();
    BufferedImage stored = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < upright.getHeight(); y++) {
      for (int x = 0; x < upright.getWidth(); x++) {
        // The EXIF standard: where the stored picture's first row and first column are seen.
        int fromRight = upright.getWidth() - 1 - x;
        int fromBottom = upright.getHeight() - 1 - y;
        int[] place =
            switch (orientation) {
              case 1 -> new int[] {x, y};
              case 2 -> new int[] {fromRight, y};
              case 3 -> new int[] {fromRight, fromBottom};
              case 4 -> new int[] {x, fromBottom};
              case 5 -> new int[] {y, x};
              case 6 -> new int[] {y, fromRight};
              case 7 -> new int[] {fromBottom, fromRight};
              case 8 -> new int[] {fromBottom, x};
              default -> throw new IllegalArgumentException();
            };
        stored.setRGB(place[0], place[1], upright.getRGB(x, y));
      }
    }
    return stored;
  }
}
