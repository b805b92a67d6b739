package io.lipstream.local.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The lifecycle rule that the embedded object store lacks: what was written under work/ longer ago
 * than a limit is deleted, and the folders that stay empty with it. It works on the store's files
 * before the store serves.
 */
final class WorkSweep {
  static final Duration KEEP = Duration.ofDays(7);

  private WorkSweep() {}

  /**
   * @param bucket folder of the bucket whose work/ is swept; it need not exist
   */
  static void sweep(Path bucket, Instant now) {
    Path work = bucket.resolve("work");
    if (!Files.isDirectory(work)) {
      return;
    }
    Instant limit = now.minus(KEEP);
    try (Stream<Path> paths = Files.walk(work)) {
      List<Path> deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        if (Files.getLastModifiedTime(path).toInstant().isBefore(limit)) {
          delete(path);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path path) throws IOException {
    try {
      Files.delete(path);
    } catch (DirectoryNotEmptyException e) {
      // younger objects stand in it
    }
  }
}
