package io.lipstream.storage;

import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/**
 * Links by which anybody may read one object until they expire, without an account at the store.
 * They are computed here; the store is not asked, so that a link says nothing about whether the
 * object is there. Thread-safe.
 */
public final class S3Links implements AutoCloseable {
  private final S3Presigner presigner;

  private S3Links(S3Presigner presigner) {
    this.presigner = presigner;
  }

  /**
   * Links to a store.
   *
   * @param settings the store, by the address under which the readers of the links reach it
   */
  public static S3Links open(S3Settings settings) {
    S3Presigner.Builder builder =
        S3Presigner.builder()
            .region(Region.of(settings.region()))
            .credentialsProvider(S3Connection.credentials(settings))
            .serviceConfiguration(
                S3Configuration.builder().pathStyleAccessEnabled(settings.pathStyle()).build());
    if (!settings.endpoint().isEmpty()) {
      builder.endpointOverride(URI.create(settings.endpoint()));
    }
    return new S3Links(builder.build());
  }

  /**
   * A link for reading.
   *
   * @param lifetime from now on; the protocol takes 7 days at most
   */
  public String reading(ObjectAddress address, Duration lifetime) {
    return presigner
        .presignGetObject(
            request ->
                request
                    .signatureDuration(lifetime)
                    .getObjectRequest(object -> object.bucket(address.bucket()).key(address.key())))
        .url()
        .toString();
  }

  @Override
  public void close() {
    presigner.close();
  }
}
