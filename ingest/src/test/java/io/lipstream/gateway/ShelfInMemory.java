package io.lipstream.gateway;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.storage.Digest;
import io.lipstream.storage.ListedObject;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.ObjectStore;
import io.lipstream.storage.StoredObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** An object store in a map. Thread-safe. */
public final class ShelfInMemory implements ObjectStore {
  public final Map<String, byte[]> objects = new ConcurrentHashMap<>();

  @Override
  public Optional<StoredObject> find(ObjectAddress address) {
    return Optional.ofNullable(objects.get(address.uri()))
        .map(bytes -> new StoredObject(address, bytes.length, ObjectDescription.of("")));
  }

  @Override
  public InputStream read(ObjectAddress address) {
    byte[] content = objects.get(address.uri());
    if (content == null) {
      throw new LipstreamException(ErrorCode.ASSET_NOT_FOUND, "there is no " + address);
    }
    return new ByteArrayInputStream(content);
  }

  @Override
  public byte[] read(ObjectAddress address, long offset, int length) {
    int start = Math.toIntExact(offset);
    return Arrays.copyOfRange(objects.get(address.uri()), start, start + length);
  }

  @Override
  public boolean create(ObjectAddress address, byte[] content, ObjectDescription description) {
    return objects.putIfAbsent(address.uri(), content) == null;
  }

  @Override
  public boolean create(ObjectAddress address, Path content, ObjectDescription description) {
    try {
      return create(address, Files.readAllBytes(content), description);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Stream<ListedObject> list(ObjectAddress prefix) {
    return addresses().stream()
        .filter(uri -> uri.startsWith(prefix.uri()))
        .map(
            uri ->
                new ListedObject(
                    ObjectAddress.parse(uri),
                    objects.get(uri).length,
                    Digest.of(objects.get(uri))));
  }

  @Override
  public void delete(ObjectAddress address) {
    objects.remove(address.uri());
  }

  /** Addresses of all objects, in order. */
  List<String> addresses() {
    return objects.keySet().stream().sorted().toList();
  }

  @Override
  public void close() {}
}
