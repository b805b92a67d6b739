package io.lipstream.motion;

/**
 * Log-mel frames computed plainly, by a Fourier sum for each bin: slow, and independent of the
 * product's spectrogram. 16 kHz mono; Hann window of 400 samples every 160, 512-point spectrum,
 * triangles on the HTK scale from 60 to 7600 Hz, natural logarithm of the power plus 1e-6.
 */
final class ReferenceMel {
  static final int BANDS = 64;
  static final int HOP = 160;
  private static final int WINDOW = 400;
  private static final int POINTS = 512;
  private static final int BINS = POINTS / 2 + 1;
  private static final double[][] WEIGHTS = weights();
  private static final double[] COSINES = new double[POINTS];
  private static final double[] SINES = new double[POINTS];

  static {
    for (int i = 0; i < POINTS; i++) {
      COSINES[i] = Math.cos(2 * Math.PI * i / POINTS);
      SINES[i] = Math.sin(2 * Math.PI * i / POINTS);
    }
  }

  private ReferenceMel() {}

  /** The frames of samples in [-1, 1]; frame i is centred on sample 160 i. */
  static float[][] frames(float[] samples) {
    float[][] frames = new float[samples.length / HOP][];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = frame(samples, HOP * i - WINDOW / 2);
    }
    return frames;
  }

  private static float[] frame(float[] samples, int start) {
    double[] windowed = new double[WINDOW];
    for (int i = 0; i < WINDOW; i++) {
      int at = start + i;
      double sample = at >= 0 && at < samples.length ? samples[at] : 0;
      windowed[i] = sample * (.5 - .5 * Math.cos(2 * Math.PI * i / (WINDOW - 1)));
    }
    double[] power = new double[BINS];
    for (int bin = 0; bin < BINS; bin++) {
      double real = 0;
      double imaginary = 0;
      for (int i = 0; i < WINDOW; i++) {
        int angle = bin * i % POINTS;
        real += windowed[i] * COSINES[angle];
        imaginary += windowed[i] * SINES[angle];
      }
      power[bin] = real * real + imaginary * imaginary;
    }
    float[] frame = new float[BANDS];
    for (int band = 0; band < BANDS; band++) {
      double energy = 0;
      for (int bin = 0; bin < BINS; bin++) {
        energy += WEIGHTS[band][bin] * power[bin];
      }
      frame[band] = (float) Math.log(energy + 1e-6);
    }
    return frame;
  }

  private static double[][] weights() {
    double lowest = htk(60);
    double step = (htk(7600) - lowest) / (BANDS + 1);
    double[][] weights = new double[BANDS][BINS];
    for (int band = 0; band < BANDS; band++) {
      double left = hertz(lowest + band * step);
      double middle = hertz(lowest + (band + 1) * step);
      double right = hertz(lowest + (band + 2) * step);
      for (int bin = 0; bin < BINS; bin++) {
        double frequency = bin * 8000.0 / (BINS - 1);
        double rising = (frequency - left) / (middle - left);
        double falling = (right - frequency) / (right - middle);
        weights[band][bin] = Math.max(0, Math.min(rising, falling));
      }
    }
    return weights;
  }

  private static double htk(double hertz) {
    return 2595 * Math.log10(1 + hertz / 700);
  }

  private static double hertz(double htk) {
    return 700 * (Math.pow(10, htk / 2595) - 1);
  }
}
