package io.lipstream.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the transform's definition. */
class FourierTransformTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 6, 8, 10, 14, 16, 30, 60, 98, 128, 400, 512, 1024, 2200})
  void everyEvenLength(int length) {
    double[] signal = new Random(length).doubles(length, -1, 1).toArray();
    double[] power = new double[length / 2 + 1];
    FourierTransform transform = new FourierTransform(length);
    for (int again = 0; again < 2; again++) {
      transform.powerSpectrum(signal, power);
      requireSpectrum(length, signal, power);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 199, 400, 511})
  void aShorterSignalIsFilledWithZeros(int samples) {
    double[] signal = new Random(samples).doubles(samples, -1, 1).toArray();
    double[] power = new double[257];
    FourierTransform transform = new FourierTransform(512);
    transform.powerSpectrum(new Random(9).doubles(512).toArray(), power);
    transform.powerSpectrum(signal, power);
    requireSpectrum(512, signal, power);
  }

  private static void requireSpectrum(int length, double[] signal, double[] power) {
    for (int k = 0; k <= length / 2; k++) {
      double real = 0;
      double imaginary = 0;
      for (int n = 0; n < signal.length; n++) {
        double angle = 2 * Math.PI * ((long) n * k % length) / length;
        real += signal[n] * Math.cos(angle);
        imaginary -= signal[n] * Math.sin(angle);
      }
      double expected = real * real + imaginary * imaginary;
      assertThat(power[k]).as("bin %d", k).isCloseTo(expected, within(1e-9 * (1 + expected)));
    }
  }

  @Test
  void oddLengthsAreRefused() {
    assertThatThrownBy(() -> new FourierTransform(401))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("401");
  }
}
