package io.lipstream.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/**
 * Streams written by hand: 67 and 68 are headers, 65 a key slice, 41 a slice, 06 and 09 neither.
 */
class AccessUnitsTest {
  private static final String HEADERS = "00000001 6742 00000001 68ce";

  @Test
  void takesSlicesOfAFrameTogetherAndLeavesTheRestOut() {
    AccessUnits units =
        of(
            "00000001 0910",
            HEADERS,
            "000001 0605",
            "000001 658811 000001 654422",
            "00000001 0930 00000001 419a33");

    assertThat(units.headers()).isEqualTo(bytes(HEADERS));
    assertThat(units.frames())
        .containsExactly(bytes("00000001 658811 00000001 654422"), bytes("00000001 419a33"));
  }

  @Test
  void zerosAroundUnitsBelongToNone() {
    AccessUnits units = of("0000", HEADERS, "0000", "00000001 6588110000", "000001 419a33 000000");

    assertThat(units.headers()).isEqualTo(bytes(HEADERS));
    assertThat(units.frames()).containsExactly(bytes("00000001 658811"), bytes("00000001 419a33"));
  }

  @Test
  void aStartCodeAtTheEndOpensNothing() {
    assertThat(of(HEADERS, "00000001 658811 00000001").frames())
        .containsExactly(bytes("00000001 658811"));
  }

  @Test
  void repeatedHeadersAreLeftOutAndTheirFrameIsAKeyFrame() {
    AccessUnits units = of(HEADERS, "00000001 658811 00000001 419a33", HEADERS, "00000001 658844");

    assertThat(units.headers()).isEqualTo(bytes(HEADERS));
    assertThat(units.frames()).map(AccessUnits::isKeyFrame).containsExactly(true, false, true);
  }

  @Test
  void refusesHeadersThatChangeOnTheWay() {
    assertRefused(
        "piece 7 changes its stream headers on the way",
        HEADERS,
        "00000001 658811 00000001 6743 00000001 68ce 00000001 658844");
  }

  @Test
  void refusesWhatDecodingCannotBeginWith() {
    String message = "piece 7 does not begin with headers and a key frame";
    assertRefused(message, "");
    assertRefused(message, "00000001");
    assertRefused(message, "0011223344");
    assertRefused(message, HEADERS);
    assertRefused(message, "00000001 658811");
    assertRefused(message, HEADERS, "00000001 419a33 00000001 658811");
  }

  private static void assertRefused(String message, String... hex) {
    assertThatThrownBy(() -> of(hex))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING_FAILED))
        .hasMessage(message);
  }

  private static AccessUnits of(String... hex) {
    ByteArrayOutputStream piece = new ByteArrayOutputStream();
    for (String part : hex) {
      piece.writeBytes(bytes(part));
    }
    return AccessUnits.of(piece.toByteArray(), 7);
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }
}
