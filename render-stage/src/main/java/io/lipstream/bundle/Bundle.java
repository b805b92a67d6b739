package io.lipstream.bundle;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.storage.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The networks that a worker renders with, held in memory. Every file's digest was compared with
 * the manifest when the bundle was opened, and the bundle's one digest is the manifest's SHA-256:
 * two workers with the same digest hold the same bytes. Immutable.
 */
public final class Bundle {
  private static final String MANIFEST = "manifest.json";
  private static final String EMBEDDED = "/bundles/embedded/";
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

  private final Manifest manifest;
  private final String digest;
  private final Map<String, byte[]> files;

  private Bundle(Manifest manifest, String digest, Map<String, byte[]> files) {
    this.manifest = manifest;
    this.digest = digest;
    this.files = files;
  }

  /** Opens what the settings name. */
  public static Bundle open(BundleSettings settings) {
    return settings.directory().map(Bundle::open).orElseGet(Bundle::embedded);
  }

  /**
   * Opens the bundle in a folder.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if a file is missing or damaged, or if the
   *     unit is none that Lipstream renders
   */
  public static Bundle open(Path directory) {
    return read("bundle " + directory, name -> Files.newInputStream(directory.resolve(name)));
  }

  /** Opens the bundle that Lipstream carries. */
  public static Bundle embedded() {
    return read("the embedded bundle", name -> Bundle.class.getResourceAsStream(EMBEDDED + name));
  }

  public Manifest manifest() {
    return manifest;
  }

  /** SHA-256 of the manifest, 64 lower-case hex digits. */
  public String digest() {
    return digest;
  }

  /**
   * Bytes of a graph in ONNX; the caller doesn't change them.
   *
   * @param graph file name without {@code .onnx}
   */
  public byte[] graph(String graph) {
    byte[] bytes = files.get(graph + ".onnx");
    if (bytes == null) {
      throw invalid(
          "the bundle %s has no file '%s.onnx'; it has %s"
              .formatted(manifest.name(), graph, files.keySet()));
    }
    return bytes;
  }

  private static Bundle read(String where, Source source) {
    byte[] text = bytes(where, source, MANIFEST);
    Manifest manifest = parse(where, text);
    if (!manifest.unit().equals(Manifest.FRAME)) {
      throw invalid(
          "%s is of unit '%s', expected '%s'".formatted(where, manifest.unit(), Manifest.FRAME));
    }
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Manifest.BundleFile file : manifest.files()) {
      byte[] bytes = bytes(where, source, file.name());
      String found = Digest.of(bytes);
      if (!found.equals(file.sha256())) {
        throw invalid(
            "%s is damaged: %s has SHA-256 %s, expected %s"
                .formatted(where, file.name(), found, file.sha256()));
      }
      files.put(file.name(), bytes);
    }
    return new Bundle(manifest, Digest.of(text), files);
  }

  private static byte[] bytes(String where, Source source, String name) {
    if (name.contains("/") || name.contains("\\")) {
      throw invalid("%s names '%s', which is not a file of its own".formatted(where, name));
    }
    try (InputStream stream = source.open(name)) {
      if (stream == null) {
        throw invalid("%s has no file '%s'".formatted(where, name));
      }
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID, "%s: cannot read file '%s'".formatted(where, name), e);
    }
  }

  private static Manifest parse(String where, byte[] text) {
    try {
      return JSON.readValue(text, Manifest.class);
    } catch (JsonProcessingException e) {
      throw invalid("%s: %s: %s".formatted(where, MANIFEST, e.getOriginalMessage()));
    } catch (IOException e) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID, "%s: cannot read %s".formatted(where, MANIFEST), e);
    }
  }

  private static LipstreamException invalid(String message) {
    return new LipstreamException(ErrorCode.CONFIGURATION_INVALID, message);
  }

  /** Where the files of a bundle come from. */
  private interface Source {
    InputStream open(String name) throws IOException;
  }
}
