package io.lipstream.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LiteralAddressTest {
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1",
    "127.0.0.1., 127.0.0.1",
    "127.1, 127.0.0.1",
    "10.1.257, 10.1.1.1",
    "2130706433, 127.0.0.1",
    "0x7F000001, 127.0.0.1",
    "0x7f.0.0.0x1, 127.0.0.1",
    "017700000001, 127.0.0.1",
    "0300.0250.1.1, 192.168.1.1",
    "0, 0.0.0.0",
    "8.8.8.8, 8.8.8.8",
    "LocalHost, 127.0.0.1",
    "localhost., 127.0.0.1",
    "a.localhost, 127.0.0.1",
    "[::1], ::1",
    "[FE80::1%25eth0], fe80::1",
    "[::ffff:10.0.0.1], 10.0.0.1",
    "[2001:4860:4860::8888], 2001:4860:4860::8888",
  })
  void aHostThatNeedsNoNameService(String host, String address) throws Exception {
    assertThat(LiteralAddress.of(host)).contains(InetAddress.getByName(address));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "example.com",
        "localhost.example.com",
        "127.0.0.1.example.com",
        "4294967296",
        "256.1.1.1",
        "1.2.3.4.5",
        "08",
        "0xg",
        "a",
        "1..2",
        "",
        "[",
        "[]",
        "[a]",
        "[1]"
      })
  void aNameOrWhatIsNoHost(String host) {
    assertThat(LiteralAddress.of(host)).isEmpty();
  }
}
