package io.lipstream.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder of one benchmark; goes with all that is in it when the benchmark ends. */
public record ScratchFolder(Path path) implements AutoCloseable {
  public static ScratchFolder create(String name) {
    try {
      return new ScratchFolder(Files.createTempDirectory("lipstream-" + name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> found = Files.walk(path)) {
      List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
