package io.lipstream.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file of one piece of work, shared with no other; goes when the work ends. */
public record TemporaryFile(Path path) implements AutoCloseable {
  public static TemporaryFile create(String suffix) throws IOException {
    return new TemporaryFile(Files.createTempFile("lipstream-", suffix));
  }

  /** Copies an object to a file. */
  public static TemporaryFile of(ObjectStore store, String uri) throws IOException {
    TemporaryFile file = create(".asset");
    try (InputStream content = store.read(ObjectAddress.parse(uri))) {
      Files.copy(content, file.path(), StandardCopyOption.REPLACE_EXISTING);
      return file;
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
  }
}
