package io.lipstream.gateway;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.media.MediaType;
import io.lipstream.storage.Digest;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.ObjectStore;
import io.lipstream.storage.TemporaryFile;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Set;

/**
 * Uploaded files on their way to the shelf, never whole in memory. What a file is its first bytes
 * say, whatever the client calls it. Each goes to an address made of tenant, job and content: the
 * same call again stores nothing twice, and one job's files go without touching another's.
 * Thread-safe.
 */
final class Uploads {
  private static final Set<String> PORTRAITS =
      Set.of("image/jpeg", "image/png", "image/webp", "image/gif", "image/bmp");
  static final String FOLDER = "uploads/";

  private final ObjectStore store;
  private final String bucket;

  Uploads(ObjectStore store, String bucket) {
    this.store = store;
    this.bucket = bucket;
  }

  /** A file that was received and is not on the shelf yet. */
  record Received(TemporaryFile file, ObjectAddress address, String mediaType)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /**
   * Takes a file of a call.
   *
   * @param name image or audio
   * @throws Refusal IMAGE_UNREADABLE or AUDIO_UNREADABLE for what is neither
   */
  Received receive(Part part, String name, String tenant, String jobId) throws IOException {
    TemporaryFile file = TemporaryFile.create(".upload");
    try (InputStream in = part.getInputStream()) {
      Digest digest = new Digest();
      try (var out = digest.through(Files.newOutputStream(file.path()))) {
        in.transferTo(out);
      }
      String mediaType = MediaType.of(file.path());
      check(name, mediaType, digest.size());
      String key =
          FOLDER + "%s/%s/%s.%s".formatted(tenant, jobId, digest.hex(), extension(mediaType));
      return new Received(file, new ObjectAddress(bucket, key), mediaType);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Puts a file on the shelf.
   *
   * @return false if it was there
   */
  boolean store(Received received) {
    return store.create(
        received.address(), received.file().path(), ObjectDescription.of(received.mediaType()));
  }

  /** Puts a file on the shelf that should be there, if it is not. */
  void restore(Received received) {
    store.ensure(
        received.address(), received.file().path(), ObjectDescription.of(received.mediaType()));
  }

  void remove(Received received) {
    store.delete(received.address());
  }

  private static void check(String name, String mediaType, long size) {
    if (name.equals("image") && !PORTRAITS.contains(mediaType)) {
      throw new LipstreamException(
          ErrorCode.IMAGE_UNREADABLE,
          "image is %d bytes of %s, expected JPEG, PNG, WebP, GIF or BMP"
              .formatted(size, mediaType));
    }
    if (name.equals("audio")
        && !mediaType.startsWith("audio/")
        && !mediaType.startsWith("video/")) {
      throw new LipstreamException(
          ErrorCode.AUDIO_UNREADABLE,
          "audio is %d bytes of %s, expected WAV, MP3, AAC, MP4, FLAC, Ogg or their like"
              .formatted(size, mediaType));
    }
  }

  private static String extension(String mediaType) {
    String name = mediaType.substring(mediaType.indexOf('/') + 1).replaceFirst("^x-", "");
    return switch (name) {
      case "jpeg" -> "jpg";
      case "mpeg" -> "mp3";
      default -> name;
    };
  }
}
