package io.lipstream.local.stack;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One stack a data folder: a file lock that the operating system lets go when the process ends,
 * however it ends.
 */
final class DataLock implements AutoCloseable {
  private static final String FILE = "stack.lock";

  private final FileChannel channel;

  private DataLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the folder, making it if it is not there.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if another stack holds it or it cannot be made
   */
  static DataLock take(Path data) {
    try {
      Files.createDirectories(data.resolve("logs"));
      FileChannel channel =
          FileChannel.open(data.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!locked(channel)) {
        channel.close();
        throw new LipstreamException(
            ErrorCode.CONFIGURATION_INVALID,
            "another stack runs on %s; end it, or choose another folder with --data"
                .formatted(data));
      }
      return new DataLock(channel);
    } catch (IOException e) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID, "cannot use the data folder " + e.getMessage(), e);
    }
  }

  /** Whether a stack holds the folder now. */
  static boolean held(Path data) {
    Path file = data.resolve(FILE);
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return !locked(channel);
    } catch (IOException e) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID, "cannot use the data folder " + e.getMessage(), e);
    }
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
