package io.lipstream.local.client;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What can be said of a file before it is uploaded. */
public final class LocalFile {
  private static final int LONGEST_EXTENSION = 8;

  private LocalFile() {}

  /**
   * Checks that there is a readable file with something in it.
   *
   * @throws LipstreamException ASSET_NOT_FOUND naming the file
   */
  public static void check(Path file) {
    if (Files.isDirectory(file)) {
      throw new LipstreamException(
          ErrorCode.ASSET_NOT_FOUND, "%s is a folder, expected a file".formatted(file));
    }
    if (!Files.isRegularFile(file)) {
      throw new LipstreamException(
          ErrorCode.ASSET_NOT_FOUND, "there is no file %s".formatted(file));
    }
    if (!Files.isReadable(file)) {
      throw new LipstreamException(
          ErrorCode.ASSET_FORBIDDEN, "the file %s cannot be read".formatted(file));
    }
    if (size(file) == 0) {
      throw new LipstreamException(ErrorCode.ASSET_NOT_FOUND, "%s is empty".formatted(file));
    }
  }

  /** The extension with its dot, lower case, empty if there is no plain one. */
  static String extension(Path file) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    String extension = dot < 0 ? "" : name.substring(dot).toLowerCase(Locale.ROOT);
    boolean plain = extension.length() <= LONGEST_EXTENSION && extension.matches("\\.[a-z0-9]+");
    return plain ? extension : "";
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new LipstreamException(
          ErrorCode.ASSET_NOT_FOUND, "%s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
