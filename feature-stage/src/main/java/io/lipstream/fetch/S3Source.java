package io.lipstream.fetch;

import static io.lipstream.error.ErrorCode.ASSET_FORBIDDEN;
import static io.lipstream.error.ErrorCode.ASSET_UNAVAILABLE;

import io.lipstream.egress.AssetSources;
import io.lipstream.error.LipstreamException;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Reads assets of the object store, from the buckets and folders that are allowed. Thread-safe. */
final class S3Source {
  private final AssetSources allowed;
  private final ObjectStore store;
  private final Watchdog watchdog;

  S3Source(FetchSettings settings, ObjectStore store, Watchdog watchdog) {
    this.allowed = settings.sources();
    this.store = store;
    this.watchdog = watchdog;
  }

  void download(String uri, Transfer transfer) {
    ObjectAddress address = parse(uri);
    String shown = RemoteAddress.shown(uri);
    try (InputStream in = open(address, transfer, shown);
        Watchdog.Guard guard = watchdog.guard(transfer.deadline(), () -> abort(in))) {
      transfer.copy(in, shown);
    } catch (IOException e) {
      throw transfer.deadline().passed()
          ? transfer.timeout(shown)
          : new LipstreamException(
              ASSET_UNAVAILABLE, "the store broke off while it sent " + shown, e);
    }
  }

  private InputStream open(ObjectAddress address, Transfer transfer, String shown) {
    try {
      return watchdog.await(() -> store.read(address), transfer.deadline(), S3Source::abort);
    } catch (TimeoutException e) {
      throw transfer.timeout(shown);
    } catch (ExecutionException e) {
      throw LipstreamException.of(e);
    }
  }

  private ObjectAddress parse(String uri) {
    ObjectAddress address;
    try {
      address = ObjectAddress.parse("s3" + uri.substring(2));
    } catch (IllegalArgumentException e) {
      throw new LipstreamException(ASSET_FORBIDDEN, e.getMessage(), e);
    }
    if (!allowed.allows(address)) {
      throw new LipstreamException(
          ASSET_FORBIDDEN,
          "%s may not be fetched, expected a bucket and folder that is allowed"
              .formatted(RemoteAddress.shown(uri)));
    }
    return address;
  }

  private static void abort(InputStream in) {
    try {
      in.close();
    } catch (IOException e) {
      // The reader meets the closed stream and reports the deadline.
    }
  }
}
