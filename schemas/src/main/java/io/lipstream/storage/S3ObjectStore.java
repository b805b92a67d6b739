package io.lipstream.storage;

import static io.lipstream.error.ErrorCode.ASSET_NOT_FOUND;
import static io.lipstream.error.ErrorCode.INVALID_PARAMETER;
import static io.lipstream.error.ErrorCode.STORAGE_UNAVAILABLE;

import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * An {@link ObjectStore} on any server that speaks S3 and knows conditional writes. Thread-safe;
 * one object shares its connections among all callers.
 *
 * <p>An object is created by one PutObject with {@code If-None-Match: *}. The client sends a
 * request again when its response was lost, and the second one then meets the object of the first;
 * so {@code create} returning false means "something stands there, look whose it is", never
 * "somebody else was first". A 409 says that a write of the same key is under way; it is tried
 * again until the server knows the winner.
 */
public final class S3ObjectStore implements ObjectStore {
  private static final int CONFLICT_ATTEMPTS = 12;
  private static final Duration CONFLICT_PAUSE = Duration.ofMillis(25);

  private final S3Client client;

  private S3ObjectStore(S3Client client) {
    this.client = client;
  }

  /** Connects lazily: a wrong address shows with the first request. */
  public static S3ObjectStore open(S3Settings settings) {
    return new S3ObjectStore(S3Connection.open(settings));
  }

  @Override
  public Optional<StoredObject> find(ObjectAddress address) {
    try {
      HeadObjectResponse head =
          client.headObject(request -> request.bucket(address.bucket()).key(address.key()));
      return Optional.of(
          new StoredObject(
              address,
              head.contentLength(),
              new ObjectDescription(
                  Optional.ofNullable(head.contentType()).orElse(""),
                  Optional.ofNullable(head.cacheControl()).orElse(""),
                  head.metadata())));
    } catch (S3Exception e) {
      if (e.statusCode() == 404) {
        return Optional.empty();
      }
      throw unavailable("look up", address, e);
    } catch (SdkException e) {
      throw unavailable("look up", address, e);
    }
  }

  /** A connection that breaks while the stream is read is an {@link IOException} of the stream. */
  @Override
  public InputStream read(ObjectAddress address) {
    return new AbortingStream(open(address, null));
  }

  @Override
  public byte[] read(ObjectAddress address, long offset, int length) {
    if (length == 0) {
      return new byte[0];
    }
    String range = "bytes=%d-%d".formatted(offset, offset + length - 1);
    try (InputStream in = new AbortingStream(open(address, range))) {
      byte[] bytes = in.readNBytes(length);
      if (bytes.length < length) {
        throw new LipstreamException(
            STORAGE_UNAVAILABLE,
            "%s has %d bytes from %d on, expected %d"
                .formatted(address, bytes.length, offset, length));
      }
      return bytes;
    } catch (IOException e) {
      throw unavailable("read", address, e);
    }
  }

  @Override
  public boolean create(ObjectAddress address, byte[] content, ObjectDescription description) {
    return create(address, () -> RequestBody.fromBytes(content), description);
  }

  @Override
  public boolean create(ObjectAddress address, Path content, ObjectDescription description) {
    return create(address, () -> RequestBody.fromFile(content), description);
  }

  private boolean create(
      ObjectAddress address, Supplier<RequestBody> content, ObjectDescription description) {
    PutObjectRequest.Builder request =
        PutObjectRequest.builder()
            .bucket(address.bucket())
            .key(address.key())
            .ifNoneMatch("*")
            .contentType(description.contentType())
            .metadata(description.metadata());
    if (content.get().optionalContentLength().orElse(0L) >= S3Connection.EXPECT_CONTINUE_FROM) {
      request.overrideConfiguration(once -> once.putHeader("Connection", "close"));
    }
    if (!description.cacheControl().isEmpty()) {
      request.cacheControl(description.cacheControl());
    }
    for (int attempt = 1; ; attempt++) {
      try {
        client.putObject(request.build(), content.get());
        return true;
      } catch (S3Exception e) {
        if (e.statusCode() == 412) {
          return false;
        }
        if (e.statusCode() == 400) {
          throw new LipstreamException(
              INVALID_PARAMETER, "the store refuses an object at %s".formatted(address), e);
        }
        if (e.statusCode() != 409 || attempt == CONFLICT_ATTEMPTS) {
          throw unavailable("create", address, e);
        }
        pause(attempt);
      } catch (SdkException e) {
        if (stands(address)) {
          return false;
        }
        throw unavailable("create", address, e);
      }
    }
  }

  /** A server that refuses before it has read the body may cut the connection instead. */
  private boolean stands(ObjectAddress address) {
    try {
      return find(address).isPresent();
    } catch (LipstreamException e) {
      return false;
    }
  }

  @Override
  public Stream<ListedObject> list(ObjectAddress prefix) {
    return Stream.iterate(page(prefix, null), Optional::isPresent, page -> next(prefix, page.get()))
        .flatMap(page -> page.get().contents().stream())
        .map(
            object ->
                new ListedObject(
                    new ObjectAddress(prefix.bucket(), object.key()),
                    object.size(),
                    Optional.ofNullable(object.eTag()).orElse("").replace("\"", "")));
  }

  private Optional<ListObjectsV2Response> next(ObjectAddress prefix, ListObjectsV2Response page) {
    return Boolean.TRUE.equals(page.isTruncated())
        ? page(prefix, page.nextContinuationToken())
        : Optional.empty();
  }

  /** None if there is no such bucket. */
  private Optional<ListObjectsV2Response> page(ObjectAddress prefix, String token) {
    try {
      return Optional.of(
          client.listObjectsV2(
              request ->
                  request.bucket(prefix.bucket()).prefix(prefix.key()).continuationToken(token)));
    } catch (S3Exception e) {
      if (e.statusCode() == 404) {
        return Optional.empty();
      }
      throw unavailable("list", prefix, e);
    } catch (SdkException e) {
      throw unavailable("list", prefix, e);
    }
  }

  @Override
  public void delete(ObjectAddress address) {
    try {
      client.deleteObject(request -> request.bucket(address.bucket()).key(address.key()));
    } catch (S3Exception e) {
      if (e.statusCode() != 404) {
        throw unavailable("delete", address, e);
      }
    } catch (SdkException e) {
      throw unavailable("delete", address, e);
    }
  }

  @Override
  public void close() {
    client.close();
  }

  private ResponseInputStream<GetObjectResponse> open(ObjectAddress address, String range) {
    try {
      return client.getObject(
          GetObjectRequest.builder()
              .bucket(address.bucket())
              .key(address.key())
              .range(range)
              .build());
    } catch (S3Exception e) {
      if (e.statusCode() == 404) {
        throw new LipstreamException(ASSET_NOT_FOUND, "there is no object at " + address, e);
      }
      throw unavailable("read", address, e);
    } catch (SdkException e) {
      throw unavailable("read", address, e);
    }
  }

  private static void pause(int attempt) {
    long nanos = CONFLICT_PAUSE.toNanos() * Math.min(attempt, 8);
    LockSupport.parkNanos(nanos / 2 + ThreadLocalRandom.current().nextLong(nanos));
  }

  private static LipstreamException unavailable(String verb, ObjectAddress address, Exception e) {
    String reason =
        e instanceof S3Exception answer
            ? "the store answered %d %s"
                .formatted(
                    answer.statusCode(),
                    Optional.ofNullable(answer.awsErrorDetails())
                        .map(details -> details.errorCode())
                        .orElse(""))
            : e.getClass().getSimpleName();
    return new LipstreamException(
        STORAGE_UNAVAILABLE, "could not %s %s: %s".formatted(verb, address, reason.strip()), e);
  }
}
