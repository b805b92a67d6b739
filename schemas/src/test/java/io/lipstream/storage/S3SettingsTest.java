package io.lipstream.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.settings.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;

class S3SettingsTest {
  @Test
  void defaultsAreThoseOfAws() {
    assertThat(S3Settings.from(Settings.parse(S3Settings.SETTINGS, Map.of())))
        .isEqualTo(new S3Settings("", "us-east-1", "", "", false, "lipstream"));
  }

  @Test
  void everyKeyIsRead() {
    Map<String, String> given =
        Map.of(
            "s3.endpoint", "http://127.0.0.1:9000",
            "s3.region", "eu-central-1",
            "s3.access-key", "name",
            "s3.secret-key", "hidden",
            "s3.path-style", "true",
            "s3.work-bucket", "shelf");
    S3Settings settings = S3Settings.from(Settings.parse(S3Settings.SETTINGS, given));
    assertThat(settings)
        .isEqualTo(
            new S3Settings(
                "http://127.0.0.1:9000", "eu-central-1", "name", "hidden", true, "shelf"));
    assertThat(settings.toString()).doesNotContain("hidden");
  }
}
