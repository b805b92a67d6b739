package io.lipstream.portrait;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * A prepared portrait as bytes, without loss: little-endian header (magic, width, height,
 * confidence, landmarks), then the pixels as differences to their left neighbours, deflated. The
 * same portrait gives the same bytes.
 */
public final class PreparedPortraitFormat {
  private static final int MAGIC = 0x3150_504C; // "LPP1"
  private static final int HEADER_BYTES = 4 * (4 + 2 * FaceLandmarks.COUNT);
  private static final int LARGEST_SIDE = 1 << 15;

  private PreparedPortraitFormat() {}

  public static byte[] write(PreparedPortrait portrait) {
    RgbImage frame = portrait.frame();
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try {
      deflater.setInput(differences(frame));
      deflater.finish();
      byte[] packed = new byte[frame.rgb().length / 2 + 1024];
      int length = deflater.deflate(packed);
      while (!deflater.finished()) {
        packed = Arrays.copyOf(packed, 2 * packed.length);
        length += deflater.deflate(packed, length, packed.length - length);
      }
      byte[] bytes = new byte[HEADER_BYTES + length];
      ByteBuffer header = buffer(bytes);
      header.putInt(MAGIC).putInt(frame.width()).putInt(frame.height());
      header.putFloat(portrait.landmarks().confidence());
      header.asFloatBuffer().put(portrait.landmarks().points());
      System.arraycopy(packed, 0, bytes, HEADER_BYTES, length);
      return bytes;
    } finally {
      deflater.end();
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if the bytes are not that
   */
  public static PreparedPortrait read(byte[] bytes) {
    if (bytes.length < HEADER_BYTES) {
      throw new IllegalArgumentException(bytes.length + " bytes do not hold a prepared portrait");
    }
    ByteBuffer header = buffer(bytes);
    int magic = header.getInt();
    int width = header.getInt();
    int height = header.getInt();
    if (magic != MAGIC
        || width < 1
        || height < 1
        || width > LARGEST_SIDE
        || height > LARGEST_SIDE) {
      throw new IllegalArgumentException("not a prepared portrait");
    }
    float confidence = header.getFloat();
    float[] points = new float[2 * FaceLandmarks.COUNT];
    header.asFloatBuffer().get(points);
    return new PreparedPortrait(
        pixels(bytes, width, height), new FaceLandmarks(points, confidence));
  }

  private static RgbImage pixels(byte[] bytes, int width, int height) {
    byte[] rgb = new byte[Math.multiplyExact(3 * width, height)];
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES);
      int length = inflater.inflate(rgb);
      if (length != rgb.length || inflater.inflate(new byte[1]) != 0 || !inflater.finished()) {
        throw new IllegalArgumentException(
            "the pixels of a prepared portrait of %dx%d are cut off or too many"
                .formatted(width, height));
      }
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("the pixels of a prepared portrait are damaged", e);
    } finally {
      inflater.end();
    }
    int row = 3 * width;
    for (int start = 0; start < rgb.length; start += row) {
      addUp(rgb, start, start + row);
    }
    return new RgbImage(width, height, rgb);
  }

  /** A row from its differences; a method of its own, so that it is compiled after a few rows. */
  private static void addUp(byte[] rgb, int from, int to) {
    byte red = rgb[from];
    byte green = rgb[from + 1];
    byte blue = rgb[from + 2];
    for (int i = from + 3; i < to; i += 3) {
      red += rgb[i];
      green += rgb[i + 1];
      blue += rgb[i + 2];
      rgb[i] = red;
      rgb[i + 1] = green;
      rgb[i + 2] = blue;
    }
  }

  private static byte[] differences(RgbImage frame) {
    byte[] rgb = frame.rgb();
    byte[] differences = rgb.clone();
    int row = 3 * frame.width();
    for (int start = 0; start < rgb.length; start += row) {
      for (int i = start + 3; i < start + row; i++) {
        differences[i] -= rgb[i - 3];
      }
    }
    return differences;
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
