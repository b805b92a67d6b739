package io.lipstream.registry;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/** Every version of a subject's schema that was ever released, as kept in the source tree. */
public final class ReleasedSchemas {
  private ReleasedSchemas() {}

  /** Oldest first; empty for a subject that was never released. */
  public static List<Schema> of(String subject) {
    List<Schema> versions = new ArrayList<>();
    while (true) {
      String name = "released/%s/v%d.avsc".formatted(subject, versions.size() + 1);
      try (InputStream file = ReleasedSchemas.class.getResourceAsStream(name)) {
        if (file == null) {
          return List.copyOf(versions);
        }
        String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        versions.add(new Schema.Parser().parse(text));
      } catch (IOException e) {
        throw new UncheckedIOException(name, e);
      }
    }
  }
}
