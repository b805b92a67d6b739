package io.lipstream.motion;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Motion rows as bytes: little-endian 32-bit floats, row after row, columns in the order of {@link
 * MotionChannel}, no header; so that any range of frames is a range of bytes.
 */
public final class MotionFormat {
  public static final int ROW_BYTES = Float.BYTES * MotionChannel.COUNT;

  private MotionFormat() {}

  /** Bytes before a frame's row. */
  public static long offset(int frame) {
    return (long) frame * ROW_BYTES;
  }

  /**
   * Reads whole rows.
   *
   * @throws IllegalArgumentException if the bytes end within a row
   */
  public static MotionTrack read(byte[] bytes) {
    if (bytes.length % ROW_BYTES != 0) {
      throw new IllegalArgumentException(
          "%d bytes do not make rows of %d".formatted(bytes.length, ROW_BYTES));
    }
    float[] rows = new float[bytes.length / Float.BYTES];
    littleEndian(bytes).asFloatBuffer().get(rows);
    return new MotionTrack(rows);
  }

  /** Reads the rows of frames [from, to) of a file. */
  public static MotionTrack read(Path file, int from, int to) {
    ByteBuffer bytes = ByteBuffer.allocate((to - from) * ROW_BYTES);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (bytes.hasRemaining()) {
        if (channel.read(bytes, offset(from) + bytes.position()) < 0) {
          throw new IllegalArgumentException(
              "frames %d to %d are not all among the %d of %s"
                  .formatted(from, to, channel.size() / ROW_BYTES, file.getFileName()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read(bytes.array());
  }

  public static byte[] write(MotionTrack track) {
    byte[] bytes = new byte[Float.BYTES * track.rows().length];
    littleEndian(bytes).asFloatBuffer().put(track.rows());
    return bytes;
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
