package io.lipstream.local.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The sample that comes with the command line, laid as files into the data folder on demand.
 *
 * @param folder where the files go
 */
record Sample(Path folder) {
  static Sample in(Path data) {
    return new Sample(data.resolve("samples"));
  }

  Path portrait() {
    return file("astronaut.png");
  }

  Path voice() {
    return file("austen-0880.wav");
  }

  private Path file(String name) {
    Path file = folder.resolve(name);
    try (InputStream in = Sample.class.getResourceAsStream("/samples/" + name)) {
      Files.createDirectories(folder);
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
