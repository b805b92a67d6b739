package io.lipstream.audio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Reads from a wav file how long it says its sound is; libav forgets that where the file is
 * shorter. Sizes that a writer to a pipe could not fill in (0, or nearly 2 or 4 GiB) say nothing.
 */
final class WavHeader {
  private static final int UNFILLED_BYTES = 0x7fff_0000;
  private static final int DATA = 0x61746164;
  private static final int FORMAT = 0x20746d66;
  private static final int CHUNK_HEADER = 8;

  private WavHeader() {}

  /** Seconds promised, 0 if none are. */
  static double promisedSeconds(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      long byteRate = 0;
      long position = 12;
      while (true) {
        ByteBuffer chunk = read(channel, position, CHUNK_HEADER + 12);
        if (chunk.limit() < CHUNK_HEADER) {
          return 0;
        }
        int name = chunk.getInt(0);
        long size = Integer.toUnsignedLong(chunk.getInt(4));
        if (name == DATA) {
          return byteRate > 0 && size < UNFILLED_BYTES ? (double) size / byteRate : 0;
        }
        if (name == FORMAT && chunk.limit() == CHUNK_HEADER + 12) {
          byteRate = Integer.toUnsignedLong(chunk.getInt(16));
        }
        position += CHUNK_HEADER + size + size % 2;
      }
    }
  }

  private static ByteBuffer read(FileChannel channel, long position, int length)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) > 0) {
      // The rest comes with the next read.
    }
    return bytes.flip();
  }
}
