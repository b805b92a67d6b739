package io.lipstream.publish;

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
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** An object store without a server; keeps the promise that an object is created once. */
final class ShelfInMemory implements ObjectStore {
  private record Entry(byte[] content, ObjectDescription description) {}

  private final Map<ObjectAddress, Entry> objects = new ConcurrentHashMap<>();

  @Override
  public Optional<StoredObject> find(ObjectAddress address) {
    return Optional.ofNullable(objects.get(address))
        .map(entry -> new StoredObject(address, entry.content().length, entry.description()));
  }

  @Override
  public InputStream read(ObjectAddress address) {
    return new ByteArrayInputStream(entry(address).content());
  }

  @Override
  public byte[] read(ObjectAddress address, long offset, int length) {
    return Arrays.copyOfRange(entry(address).content(), (int) offset, (int) offset + length);
  }

  @Override
  public boolean create(ObjectAddress address, byte[] content, ObjectDescription description) {
    return objects.putIfAbsent(address, new Entry(content.clone(), description)) == null;
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
    return objects.entrySet().stream()
        .filter(object -> object.getKey().uri().startsWith(prefix.uri()))
        .map(
            object ->
                new ListedObject(
                    object.getKey(),
                    object.getValue().content().length,
                    Digest.of(object.getValue().content())))
        .sorted(Comparator.comparing(object -> object.address().key()));
  }

  @Override
  public void delete(ObjectAddress address) {
    objects.remove(address);
  }

  @Override
  public void close() {}

  private Entry entry(ObjectAddress address) {
    Entry entry = objects.get(address);
    if (entry == null) {
      throw new LipstreamException(ErrorCode.ASSET_NOT_FOUND, "nothing stands at " + address);
    }
    return entry;
  }
}
