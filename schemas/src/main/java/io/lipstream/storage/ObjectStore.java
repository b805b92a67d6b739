package io.lipstream.storage;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The shelf: objects that are created once and never changed. Thread-safe. Every failure of the
 * store is a {@link io.lipstream.error.LipstreamException} STORAGE_UNAVAILABLE; an object that is
 * not there is ASSET_NOT_FOUND where one is read.
 */
public interface ObjectStore extends AutoCloseable {
  /** What stands at the address, if anything does. */
  Optional<StoredObject> find(ObjectAddress address);

  /** The bytes of an object; the caller closes the stream. */
  InputStream read(ObjectAddress address);

  /** Bytes from offset (counted from 0), length of them; the range lies within the object. */
  byte[] read(ObjectAddress address, long offset, int length);

  /**
   * Creates an object if nothing stands at the address, in one atomic step.
   *
   * @return true if this call created it, false if something stood there already
   */
  boolean create(ObjectAddress address, byte[] content, ObjectDescription description);

  /** As above, from a local file. */
  boolean create(ObjectAddress address, Path content, ObjectDescription description);

  /**
   * Sees to it that an object stands at an address that tells its content; what stands there
   * already is neither made nor sent again.
   *
   * @param content asked for only if nothing stands there
   */
  default void ensure(
      ObjectAddress address, Supplier<byte[]> content, ObjectDescription description) {
    if (find(address).isEmpty()) {
      create(address, content.get(), description);
    }
  }

  /** As above, from a local file. */
  default void ensure(ObjectAddress address, Path content, ObjectDescription description) {
    if (find(address).isEmpty()) {
      create(address, content, description);
    }
  }

  /**
   * The objects whose key begins with that of the address, in the order of their keys; read page by
   * page while the stream is, which may throw STORAGE_UNAVAILABLE too.
   */
  Stream<ListedObject> list(ObjectAddress prefix);

  /** Removes an object; nothing happens if there is none. */
  void delete(ObjectAddress address);

  @Override
  void close();
}
