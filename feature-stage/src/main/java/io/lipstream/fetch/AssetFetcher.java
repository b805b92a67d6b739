package io.lipstream.fetch;

import static io.lipstream.error.ErrorCode.ASSET_FORBIDDEN;

import io.lipstream.egress.NameService;
import io.lipstream.error.LipstreamException;
import io.lipstream.media.MediaType;
import io.lipstream.pipeline.Asset;
import io.lipstream.storage.Digest;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.ObjectStore;
import io.lipstream.storage.TemporaryFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;

/**
 * Brings assets from s3://, http:// and https:// to the shelf, each once: under the digest of its
 * bytes, where every later stage reads it. Thread-safe; fetching blocks the calling thread.
 *
 * <p>A stranger chooses the address, so: only buckets and folders that are allowed; of hosts only
 * those with a public address (see {@link AddressPolicy}), resolved once and connected to at that
 * very address; redirects are followed by hand and each is checked again; size, silence and total
 * time are bounded; the media type is sniffed, never believed. Two fetches of the same bytes at
 * once both succeed, the second finds the object or loses the race to create it, which is the same.
 *
 * <p>Messages name an address without query, fragment or credentials: they can be secrets.
 */
public final class AssetFetcher implements AutoCloseable {
  private final FetchSettings settings;
  private final ObjectStore store;
  private final String workBucket;
  private final Watchdog watchdog = new Watchdog();
  private final S3Source s3;
  private final HttpSource http;

  /**
   * Makes a fetcher; the store stays the caller's.
   *
   * @param store where s3:// assets are read and all are put
   * @param workBucket bucket of work/assets/
   */
  public AssetFetcher(FetchSettings settings, ObjectStore store, String workBucket) {
    this(settings, store, workBucket, InetAddress::getAllByName, null);
  }

  AssetFetcher(
      FetchSettings settings,
      ObjectStore store,
      String workBucket,
      NameService names,
      SSLContext trust) {
    this.settings = settings;
    this.store = store;
    this.workBucket = workBucket;
    s3 = new S3Source(settings, store, watchdog);
    http =
        new HttpSource(
            settings, new AddressPolicy(settings.privateHosts(), names), trust, watchdog);
  }

  /**
   * Fetches an asset and puts it on the shelf.
   *
   * @param uri s3://bucket/key with the key as it stands, or a URL, blanks and all
   * @throws LipstreamException ASSET_FORBIDDEN, ASSET_NOT_FOUND, ASSET_TOO_LARGE, ASSET_TIMEOUT,
   *     ASSET_UNAVAILABLE, AUDIO_UNREADABLE or IMAGE_UNREADABLE for an empty one,
   *     STORAGE_UNAVAILABLE
   */
  public Asset fetch(String uri, AssetKind kind) {
    try (TemporaryFile file = TemporaryFile.create(".asset")) {
      Digest digest = new Digest();
      try (OutputStream out = digest.through(Files.newOutputStream(file.path()))) {
        Transfer transfer =
            new Transfer(kind, settings.limit(kind), Deadline.after(settings.totalTimeout()), out);
        download(uri, transfer);
      }
      if (digest.size() == 0) {
        throw new LipstreamException(
            kind.unreadable(),
            "the %s at %s is empty".formatted(kind.noun(), RemoteAddress.shown(uri)));
      }
      return shelve(file.path(), digest);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void download(String uri, Transfer transfer) {
    int end = uri.indexOf("://");
    switch (end < 0 ? "" : uri.substring(0, end).toLowerCase(Locale.ROOT)) {
      case "s3" -> s3.download(uri, transfer);
      case "http", "https" -> http.download(uri, transfer);
      default ->
          throw new LipstreamException(
              ASSET_FORBIDDEN,
              "%s cannot be fetched, expected an address with s3, http or https"
                  .formatted(RemoteAddress.shown(uri)));
    }
  }

  private Asset shelve(Path file, Digest digest) throws IOException {
    long size = digest.size();
    String sha256 = digest.hex();
    String mediaType = MediaType.of(file);
    ObjectAddress address = new ObjectAddress(workBucket, "work/assets/" + sha256);
    store.ensure(address, file, new ObjectDescription(mediaType, "", Map.of("sha256", sha256)));
    return new Asset(address.uri(), sha256, size, mediaType);
  }

  @Override
  public void close() {
    http.close();
    watchdog.close();
  }
}
