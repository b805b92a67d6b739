package io.lipstream.removal;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.event.Removal;
import io.lipstream.storage.ListedObject;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectStore;
import io.lipstream.storage.StoredObject;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes from the shelf what a removal names; what is not there any more is done. An object whose
 * metadata names a job goes only if it is this one, and a video only if its metadata does: at an
 * address that a tenant has chosen another job's video may stand, or one that is none of ours. All
 * addresses are checked before anything is deleted. Thread-safe as the store is.
 */
final class ShelfRemoval {
  private static final Logger LOG = LoggerFactory.getLogger(ShelfRemoval.class);
  private static final String JOB = "job-id";
  private static final String VIDEO = "video/";

  private final ObjectStore store;

  ShelfRemoval(ObjectStore store) {
    this.store = store;
  }

  /**
   * Carries out a removal; doing it again does no harm.
   *
   * @throws LipstreamException UNREADABLE_RECORD if an address is none; STORAGE_UNAVAILABLE
   */
  void carryOut(Removal removal) {
    List<ObjectAddress> objects = removal.getObjects().stream().map(ShelfRemoval::object).toList();
    List<ObjectAddress> folders = removal.getPrefixes().stream().map(ShelfRemoval::folder).toList();
    long removed = 0;
    for (ObjectAddress address : objects) {
      removed += removeObject(address, removal.getJobId()) ? 1 : 0;
    }
    for (ObjectAddress folder : folders) {
      removed += removeAll(folder);
    }
    LOG.info("job {}: {} objects removed: {}", removal.getJobId(), removed, removal.getReason());
  }

  private boolean removeObject(ObjectAddress address, String jobId) {
    StoredObject object = store.find(address).orElse(null);
    if (object == null) {
      return false;
    }
    String owner = object.description().metadata().get(JOB);
    boolean video = object.description().contentType().startsWith(VIDEO);
    if (owner == null ? video : !owner.equals(jobId)) {
      LOG.warn("job {}: the object at {} is not its own and stays", jobId, address);
      return false;
    }
    store.delete(address);
    return true;
  }

  private long removeAll(ObjectAddress folder) {
    long removed = 0;
    try (Stream<ListedObject> under = store.list(folder)) {
      for (ListedObject object : (Iterable<ListedObject>) under::iterator) {
        store.delete(object.address());
        removed++;
      }
    }
    return removed;
  }

  private static ObjectAddress object(String uri) {
    try {
      return ObjectAddress.parse(uri);
    } catch (IllegalArgumentException e) {
      throw unreadable(uri, "s3://bucket/key", e);
    }
  }

  /** Never a whole bucket: the key of a folder has a name before its slash. */
  private static ObjectAddress folder(String uri) {
    ObjectAddress folder = object(uri.isEmpty() ? uri : uri.substring(0, uri.length() - 1));
    if (!uri.endsWith("/") || folder.key().endsWith("/")) {
      throw unreadable(uri, "s3://bucket/folder/", null);
    }
    return new ObjectAddress(folder.bucket(), folder.key() + "/");
  }

  private static LipstreamException unreadable(String uri, String expected, Exception cause) {
    return new LipstreamException(
        ErrorCode.UNREADABLE_RECORD,
        "a removal names '%s', expected %s".formatted(uri, expected),
        cause);
  }
}
