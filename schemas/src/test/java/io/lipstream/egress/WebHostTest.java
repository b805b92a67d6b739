package io.lipstream.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WebHostTest {
  @ParameterizedTest
  @CsvSource({
    "http://Media.Example/a, media.example:80, media.example",
    "HTTPS://media.example, media.example:443, media.example",
    "https://media.example:8443/a?b, media.example:8443, media.example",
    "http://[::1]:9000/a, [::1]:9000, ::1",
  })
  void aHostIsShownWithItsPortAndConnectedToWithoutBrackets(
      String url, String shown, String address) {
    assertThat(of(url).shown()).isEqualTo(shown);
    assertThat(of(url).address()).isEqualTo(address);
  }

  @Test
  void aListNamesItForEveryPortOrForOne() {
    assertThat(of("http://a:81/").in(List.of("b", "A"))).isTrue();
    assertThat(of("http://a:81/").in(List.of("A:81"))).isTrue();
    assertThat(of("http://a/").in(List.of("a:80"))).isTrue();
    assertThat(of("http://a:82/").in(List.of("a:81", "b", ""))).isFalse();
    assertThat(of("http://ab/").in(List.of("a"))).isFalse();
  }

  private static WebHost of(String url) {
    return WebHost.of(URI.create(url));
  }
}
