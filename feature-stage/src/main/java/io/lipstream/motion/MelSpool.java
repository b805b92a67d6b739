package io.lipstream.motion;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The log-mel frames of a voice, kept in a file between the pass that learns their statistics and
 * the pass that needs them, so that memory does not depend on the length. One thread at a time;
 * removes the file when closed.
 */
final class MelSpool implements AutoCloseable {
  private final Path file;
  private final int bands;
  private final MelStatistics statistics;
  private final ByteBuffer encoded;
  private final OutputStream output;
  private int frames;

  MelSpool(Path file, int bands) {
    this.file = file;
    this.bands = bands;
    this.statistics = new MelStatistics(bands);
    this.encoded = ByteBuffer.allocate(Float.BYTES * bands);
    try {
      this.output = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds a frame; not after the first read. */
  void add(float[] frame) {
    statistics.add(frame);
    encoded.clear().asFloatBuffer().put(frame);
    try {
      output.write(encoded.array());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    frames++;
  }

  int frames() {
    return frames;
  }

  int bands() {
    return bands;
  }

  MelStatistics statistics() {
    return statistics;
  }

  /** Frames [from, to), one after another. */
  float[] read(int from, int to) {
    ByteBuffer bytes = ByteBuffer.allocate((to - from) * Float.BYTES * bands);
    long start = (long) from * Float.BYTES * bands;
    try {
      output.flush();
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        while (bytes.hasRemaining()) {
          if (channel.read(bytes, start + bytes.position()) < 0) {
            throw new IllegalArgumentException("frames %d to %d of %d".formatted(from, to, frames));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    FloatBuffer values = bytes.flip().asFloatBuffer();
    float[] read = new float[values.remaining()];
    values.get(read);
    return read;
  }

  @Override
  public void close() {
    try {
      output.close();
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
