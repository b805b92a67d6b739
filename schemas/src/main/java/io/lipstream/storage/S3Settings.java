package io.lipstream.storage;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.io.Serializable;
import java.util.List;

/**
 * How the object store is reached; serializable so that a Flink operator can carry it. The secret
 * key is never printed.
 *
 * @param endpoint URL of the server, empty for AWS's own of the region
 * @param region region that requests are signed for
 * @param accessKey empty for the AWS default chain (environment, profile, instance role)
 * @param secretKey as long as accessKey is given
 * @param pathStyle whether the bucket stands in the path instead of the host name
 * @param workBucket bucket of Lipstream's own intermediate objects, all under work/
 */
public record S3Settings(
    String endpoint,
    String region,
    String accessKey,
    String secretKey,
    boolean pathStyle,
    String workBucket)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting("s3.endpoint", "", "URL", "S3 server; empty for AWS's own of the region."),
          new Setting("s3.region", "us-east-1", "name", "Region that requests are signed for."),
          new Setting(
              "s3.access-key", "", "text", "Access key; empty for the AWS default credentials."),
          new Setting("s3.secret-key", "", "secret", "Secret key that belongs to the access key."),
          new Setting(
              "s3.path-style",
              "false",
              "flag",
              "Bucket in the path; most servers but AWS need it."),
          new Setting(
              "s3.work-bucket",
              "lipstream",
              "bucket",
              "Bucket of fetched assets and finished pieces, under work/; expire that prefix."));

  public S3Settings {
    if (!endpoint.isEmpty() && !endpoint.matches("(?i)https?://[^/\\s]+/?")) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key 's3.endpoint' is '%s', expected http(s)://host:port or nothing"
              .formatted(endpoint.replaceAll("//[^/@]*@", "//")));
    }
  }

  public static S3Settings from(Settings settings) {
    return new S3Settings(
        settings.optionalText("s3.endpoint").orElse(""),
        settings.text("s3.region"),
        settings.optionalText("s3.access-key").orElse(""),
        settings.optionalText("s3.secret-key").orElse(""),
        settings.flag("s3.path-style"),
        settings.text("s3.work-bucket"));
  }

  @Override
  public String toString() {
    return "S3Settings[endpoint=%s, region=%s, accessKey=%s, pathStyle=%s, workBucket=%s]"
        .formatted(endpoint, region, accessKey, pathStyle, workBucket);
  }
}
