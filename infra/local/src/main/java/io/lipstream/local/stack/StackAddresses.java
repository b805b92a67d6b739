package io.lipstream.local.stack;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Where a running stack is reached, and the file in its data folder by which other processes find
 * it. The file is replaced in one step, so that a reader sees all of it or none.
 *
 * @param kafka bootstrap servers, host:port
 * @param registry base address of the Confluent-compatible API
 * @param s3 endpoint of the object store, path style
 * @param flink address of Flink's web interface
 * @param http address of the HTTP gateway
 * @param metrics address of the data plane's metrics; those of ingest are at the gateway
 */
public record StackAddresses(
    String kafka, String registry, String s3, String flink, String http, String metrics) {
  private static final String FILE = "stack.properties";

  /** Configuration keys of the other modules that lead them to this stack. */
  public Map<String, String> settings() {
    return new TreeMap<>(
        Map.of(
            "http.port",
            Integer.toString(URI.create(http).getPort()),
            "kafka.bootstrap-servers",
            kafka,
            "registry.url",
            registry,
            "s3.endpoint",
            s3,
            "s3.region",
            EmbeddedShelf.REGION,
            "s3.access-key",
            EmbeddedShelf.ACCESS_KEY,
            "s3.secret-key",
            EmbeddedShelf.SECRET_KEY,
            "s3.path-style",
            "true"));
  }

  void write(Path data) {
    Properties properties = new Properties();
    properties.putAll(settings());
    properties.setProperty("flink.url", flink);
    properties.setProperty("http.url", http);
    properties.setProperty("metrics.url", metrics);
    Path next = data.resolve(FILE + ".next");
    try {
      try (var out = Files.newBufferedWriter(next)) {
        properties.store(out, null);
      }
      Files.move(
          next,
          data.resolve(FILE),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw failed("write", data, e);
    }
  }

  /** The stack that runs on the data folder, if the file of one is there. */
  public static Optional<StackAddresses> read(Path data) {
    Path file = data.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (var in = Files.newBufferedReader(file)) {
      properties.load(in);
    } catch (IOException e) {
      throw failed("read", data, e);
    }
    return Optional.of(
        new StackAddresses(
            properties.getProperty("kafka.bootstrap-servers"),
            properties.getProperty("registry.url"),
            properties.getProperty("s3.endpoint"),
            properties.getProperty("flink.url"),
            properties.getProperty("http.url"),
            properties.getProperty("metrics.url")));
  }

  static void remove(Path data) {
    try {
      Files.deleteIfExists(data.resolve(FILE));
    } catch (IOException e) {
      throw failed("remove", data, e);
    }
  }

  private static LipstreamException failed(String verb, Path data, IOException cause) {
    return new LipstreamException(
        ErrorCode.CONFIGURATION_INVALID,
        "cannot %s %s: %s".formatted(verb, data.resolve(FILE), cause.getMessage()),
        cause);
  }
}
