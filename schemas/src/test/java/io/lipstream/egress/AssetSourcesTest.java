package io.lipstream.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.storage.ObjectAddress;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AssetSourcesTest {
  private static final AssetSources SOURCES =
      new AssetSources(List.of("uploads", "shared/voices"), List.of("127.0.0.1:9000", "Box"));

  @ParameterizedTest
  @CsvSource({
    "s3://uploads/a.png, true",
    "s3://uploads2/a.png, false",
    "s3://shared/voices/a.wav, true",
    "s3://shared/voices2/a.wav, false",
    "s3://shared/voices/../a.wav, false",
    "s3://uploads/./a.png, false",
  })
  void anObjectLiesUnderAPrefix(String uri, boolean allowed) {
    assertThat(SOURCES.allows(ObjectAddress.parse(uri))).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:9000/a, true",
    "http://127.0.0.1:9001/a, false",
    "http://10.0.0.1/a, false",
    "http://[::ffff:10.0.0.1]/a, false",
    "https://localhost/a, false",
    "https://box/a, true",
    "https://93.184.215.14/a, true",
    "https://media.example/a, true",
  })
  void aHostIsNoPrivateAddressItselfUnlessItIsNamed(String uri, boolean allowed) {
    assertThat(SOURCES.allows(WebHost.of(URI.create(uri)))).isEqualTo(allowed);
  }
}
