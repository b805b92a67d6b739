package io.lipstream.plan;

import io.lipstream.engine.InputShapes;
import io.lipstream.engine.PlanSource;
import io.lipstream.engine.PlanTarget;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;

/**
 * Compiled plans in the object store, under plans/: an address names all that a plan depends on, so
 * that it never changes. What was read stays in a folder of this machine. Thread-safe.
 */
public final class PlanShelf implements PlanSource {
  private static final String EXTENSION = ".trt";

  private final ObjectStore store;
  private final String bucket;
  private final Path folder;

  /**
   * @param folder where copies are kept; made when it is needed
   */
  public PlanShelf(ObjectStore store, String bucket, Path folder) {
    this.store = store;
    this.bucket = bucket;
    this.folder = folder;
  }

  @Override
  public synchronized Optional<Path> find(
      String bundleDigest, PlanTarget target, String graph, InputShapes shapes) {
    ObjectAddress address = address(bundleDigest, target, graph, shapes);
    Path copy = folder.resolve(address.key());
    if (!Files.exists(copy)) {
      if (!stands(bundleDigest, target, graph, shapes)) {
        return Optional.empty();
      }
      copy(address, copy);
    }
    return Optional.of(copy);
  }

  boolean stands(String bundleDigest, PlanTarget target, String graph, InputShapes shapes) {
    return store.find(address(bundleDigest, target, graph, shapes)).isPresent();
  }

  /** Puts a plan on the shelf; the first one stays. */
  void put(String bundleDigest, PlanTarget target, String graph, InputShapes shapes, Path plan) {
    store.create(
        address(bundleDigest, target, graph, shapes),
        plan,
        new ObjectDescription(
            "application/octet-stream", "", Map.of("graph", graph, "shapes", shapes.name())));
  }

  private ObjectAddress address(
      String bundleDigest, PlanTarget target, String graph, InputShapes shapes) {
    return new ObjectAddress(
        bucket,
        "plans/%s/%s/%s-%s%s"
            .formatted(bundleDigest, target.folders(), graph, shapes.name(), EXTENSION));
  }

  private void copy(ObjectAddress address, Path copy) {
    try {
      Files.createDirectories(copy.getParent());
      Path part = Files.createTempFile(copy.getParent(), "plan-", ".part");
      try (InputStream content = store.read(address)) {
        Files.copy(content, part, StandardCopyOption.REPLACE_EXISTING);
        Files.move(part, copy, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
