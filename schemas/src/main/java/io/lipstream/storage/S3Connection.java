package io.lipstream.storage;

import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.S3Configuration;

/**
 * Makes the S3 client. Checksums travel only where the protocol asks for them, since servers other
 * than AWS's do not know the trailers; bodies are signed as a whole, since some servers keep the
 * {@code aws-chunked} of a body that is signed in chunks as the object's Content-Encoding. The HTTP
 * client is Apache's of version 4: it never repeats a conditional write by itself, as the JDK's
 * does, and it was tried under racing writers; its successor in the SDK was not.
 */
final class S3Connection {
  /** Bytes from which on an upload waits for the server's consent before it sends its body. */
  static final long EXPECT_CONTINUE_FROM = 1 << 20;

  private static final int CONNECTIONS = 64;

  private S3Connection() {}

  @SuppressWarnings("deprecation")
  static S3Client open(S3Settings settings) {
    S3ClientBuilder builder =
        S3Client.builder()
            .region(Region.of(settings.region()))
            .credentialsProvider(credentials(settings))
            .forcePathStyle(settings.pathStyle())
            .serviceConfiguration(
                S3Configuration.builder()
                    .chunkedEncodingEnabled(false)
                    .expectContinueEnabled(true)
                    .expectContinueThresholdInBytes(EXPECT_CONTINUE_FROM)
                    .build())
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .httpClientBuilder(
                ApacheHttpClient.builder()
                    .maxConnections(CONNECTIONS)
                    .expectContinueEnabled(false)
                    .connectionTimeout(Duration.ofSeconds(5))
                    .socketTimeout(Duration.ofSeconds(30)));
    if (!settings.endpoint().isEmpty()) {
      builder.endpointOverride(URI.create(settings.endpoint()));
    }
    return builder.build();
  }

  static AwsCredentialsProvider credentials(S3Settings settings) {
    return settings.accessKey().isEmpty()
        ? DefaultCredentialsProvider.builder().build()
        : StaticCredentialsProvider.create(
            AwsBasicCredentials.create(settings.accessKey(), settings.secretKey()));
  }
}
