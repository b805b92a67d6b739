package io.lipstream.audio;

/**
 * Power spectra of real signals of one even length; keeps its work space, so one thread at a time.
 *
 * <p>The real signal is taken as a complex one of half the length. That is transformed by
 * Stockham's method, which needs no reordering: each pass splits off one factor (4 as long as it
 * goes, then 2, then odd primes) and writes from one array to the other. The passes' twiddle
 * factors are tables.
 */
final class FourierTransform {
  private final int half;
  private final Pass[] passes;
  private final double[] splitCosine;
  private final double[] splitSine;
  private double[] real;
  private double[] imaginary;
  private double[] nextReal;
  private double[] nextImaginary;

  /** Prepares for signals of that length, which is even. */
  FourierTransform(int length) {
    if (length < 2 || length % 2 != 0) {
      throw new IllegalArgumentException("transform of " + length + " points, expected even");
    }
    half = length / 2;
    passes = Pass.forLength(half);
    real = new double[half];
    imaginary = new double[half];
    nextReal = new double[half];
    nextImaginary = new double[half];
    splitCosine = new double[half / 2 + 1];
    splitSine = new double[half / 2 + 1];
    for (int k = 0; k <= half / 2; k++) {
      splitCosine[k] = Math.cos(2 * Math.PI * k / length);
      splitSine[k] = Math.sin(2 * Math.PI * k / length);
    }
  }

  /**
   * Squared magnitudes of the transform, without scaling.
   *
   * @param signal samples; what is missing to the length counts as 0
   * @param power receives length / 2 + 1 values, from frequency 0 to half the sample rate
   */
  void powerSpectrum(double[] signal, double[] power) {
    load(signal);
    for (Pass pass : passes) {
      pass.run(real, imaginary, nextReal, nextImaginary);
      swap();
    }
    split(power);
  }

  private void load(double[] signal) {
    int pairs = signal.length / 2;
    for (int i = 0; i < pairs; i++) {
      real[i] = signal[2 * i];
      imaginary[i] = signal[2 * i + 1];
    }
    for (int i = pairs; i < half; i++) {
      real[i] = 0;
      imaginary[i] = 0;
    }
    if (signal.length % 2 == 1) {
      real[pairs] = signal[signal.length - 1];
    }
  }

  private void swap() {
    double[] swapped = real;
    real = nextReal;
    nextReal = swapped;
    swapped = imaginary;
    imaginary = nextImaginary;
    nextImaginary = swapped;
  }

  /** Parts the spectra of even and odd samples and joins them to that of the real signal. */
  private void split(double[] power) {
    power[0] = square(real[0] + imaginary[0]);
    power[half] = square(real[0] - imaginary[0]);
    for (int k = 1; k <= half / 2; k++) {
      int mirror = half - k;
      double evenReal = (real[k] + real[mirror]) / 2;
      double evenImaginary = (imaginary[k] - imaginary[mirror]) / 2;
      double oddReal = (imaginary[k] + imaginary[mirror]) / 2;
      double oddImaginary = (real[mirror] - real[k]) / 2;
      double turnedReal = oddReal * splitCosine[k] + oddImaginary * splitSine[k];
      double turnedImaginary = oddImaginary * splitCosine[k] - oddReal * splitSine[k];
      power[k] = square(evenReal + turnedReal) + square(evenImaginary + turnedImaginary);
      power[mirror] = square(evenReal - turnedReal) + square(turnedImaginary - evenImaginary);
    }
  }

  private static double square(double value) {
    return value * value;
  }
}
