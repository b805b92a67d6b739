package io.lipstream.settings;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/** Settings as they stand in a properties file, for {@link Settings#parse}. */
public final class PropertiesFile {
  private PropertiesFile() {}

  /**
   * Every key with its value.
   *
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it holds a malformed escape
   */
  public static Map<String, String> read(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    Map<String, String> values = new LinkedHashMap<>();
    properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key)));
    return values;
  }
}
