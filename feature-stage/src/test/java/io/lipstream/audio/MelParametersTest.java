package io.lipstream.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.audio.MelParameters.Compression;
import io.lipstream.audio.MelParameters.Padding;
import io.lipstream.audio.MelParameters.Window;
import io.lipstream.error.ErrorCode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MelParametersTest {
  @ParameterizedTest
  @CsvSource({
    "401, 160, 512, 60, 7600, window",
    "400, 201, 512, 60, 7600, hop",
    "400, 160, 398, 60, 7600, transform",
    "400, 160, 512, 7600, 60, lowest",
    "400, 160, 512, 60, 8001, highest",
  })
  void whatCannotBeIsRefusedByName(
      int window, int hop, int transform, double lowest, double highest, String named) {
    assertThatThrownBy(
            () ->
                new MelParameters(
                    16_000,
                    window,
                    hop,
                    transform,
                    Window.SYMMETRIC_HANN,
                    Padding.ZERO,
                    64,
                    lowest,
                    highest,
                    MelScale.HTK,
                    false,
                    Compression.NATURAL_OF_SUM,
                    1e-6))
        .satisfies(AudioDecoderTest.coded(ErrorCode.CONFIGURATION_INVALID))
        .hasMessageContaining(named);
  }

  @Property
  void scalesAreInvertible(
      @ForAll MelScale scale, @ForAll @DoubleRange(min = 0, max = 24_000) double hertz) {
    assertThat(scale.hertz(scale.mel(hertz))).isCloseTo(hertz, within(1e-6));
  }
}
