package io.lipstream.audio;

import java.util.ArrayList;
import java.util.List;

/**
 * One pass of Stockham's Fourier transform by decimation in frequency: it splits transforms of
 * {@code radix * count} points, interleaved with a stride, into radix times as many of count
 * points. Immutable; any thread, each with arrays of its own.
 */
abstract sealed class Pass {
  final int radix;
  final int count;
  final int stride;

  /** For each sub-transform's point p and output k over 0: cosine and sine of 2 pi p k / points. */
  final double[] cosine;

  final double[] sine;

  private Pass(int radix, int points, int stride) {
    this.radix = radix;
    this.count = points / radix;
    this.stride = stride;
    cosine = new double[count * radix];
    sine = new double[count * radix];
    for (int p = 0; p < count; p++) {
      for (int k = 0; k < radix; k++) {
        cosine[p * radix + k] = Math.cos(2 * Math.PI * p * k / points);
        sine[p * radix + k] = Math.sin(2 * Math.PI * p * k / points);
      }
    }
  }

  /** The passes that make a whole transform, in order. */
  static Pass[] forLength(int length) {
    List<Pass> passes = new ArrayList<>();
    int points = length;
    int stride = 1;
    while (points > 1) {
      int radix = factor(points);
      passes.add(
          switch (radix) {
            case 2 -> new Two(points, stride);
            case 4 -> new Four(points, stride);
            default -> new Odd(radix, points, stride);
          });
      points /= radix;
      stride *= radix;
    }
    return passes.toArray(Pass[]::new);
  }

  private static int factor(int points) {
    if (points % 4 == 0) {
      return 4;
    }
    if (points % 2 == 0) {
      return 2;
    }
    int factor = 3;
    while (points % factor != 0) {
      factor += 2;
    }
    return factor;
  }

  abstract void run(double[] real, double[] imaginary, double[] toReal, double[] toImaginary);

  private static final class Two extends Pass {
    Two(int points, int stride) {
      super(2, points, stride);
    }

    @Override
    void run(double[] real, double[] imaginary, double[] toReal, double[] toImaginary) {
      for (int p = 0; p < count; p++) {
        double c = cosine[2 * p + 1];
        double s = sine[2 * p + 1];
        int in = stride * p;
        int out = 2 * stride * p;
        for (int q = 0; q < stride; q++) {
          int a = in + q;
          int b = a + stride * count;
          double differenceReal = real[a] - real[b];
          double differenceImaginary = imaginary[a] - imaginary[b];
          toReal[out + q] = real[a] + real[b];
          toImaginary[out + q] = imaginary[a] + imaginary[b];
          toReal[out + stride + q] = differenceReal * c + differenceImaginary * s;
          toImaginary[out + stride + q] = differenceImaginary * c - differenceReal * s;
        }
      }
    }
  }

  /**
   * Four by four, the bulk of the work: one flat loop over the butterflies, all places in tables.
   */
  private static final class Four extends Pass {
    private final int[] outputs;
    private final double[] twiddles;

    Four(int points, int stride) {
      super(4, points, stride);
      int butterflies = count * stride;
      outputs = new int[butterflies];
      twiddles = new double[6 * butterflies];
      for (int i = 0; i < butterflies; i++) {
        int p = i / stride;
        outputs[i] = i + 3 * stride * p;
        for (int k = 1; k < 4; k++) {
          twiddles[6 * i + 2 * k - 2] = cosine[4 * p + k];
          twiddles[6 * i + 2 * k - 1] = sine[4 * p + k];
        }
      }
    }

    @Override
    void run(double[] real, double[] imaginary, double[] toReal, double[] toImaginary) {
      int step = outputs.length;
      for (int a = 0; a < step; a++) {
        int b = a + step;
        int c = b + step;
        int d = c + step;
        double sumReal = real[a] + real[c];
        double sumImaginary = imaginary[a] + imaginary[c];
        double otherReal = real[b] + real[d];
        double otherImaginary = imaginary[b] + imaginary[d];
        double differenceReal = real[a] - real[c];
        double differenceImaginary = imaginary[a] - imaginary[c];
        double turnedReal = imaginary[b] - imaginary[d];
        double turnedImaginary = real[d] - real[b];
        int to = outputs[a];
        toReal[to] = sumReal + otherReal;
        toImaginary[to] = sumImaginary + otherImaginary;
        int twiddle = 6 * a;
        double cosine1 = twiddles[twiddle];
        double sine1 = twiddles[twiddle + 1];
        double firstReal = differenceReal + turnedReal;
        double firstImaginary = differenceImaginary + turnedImaginary;
        to += stride;
        toReal[to] = firstReal * cosine1 + firstImaginary * sine1;
        toImaginary[to] = firstImaginary * cosine1 - firstReal * sine1;
        double cosine2 = twiddles[twiddle + 2];
        double sine2 = twiddles[twiddle + 3];
        double secondReal = sumReal - otherReal;
        double secondImaginary = sumImaginary - otherImaginary;
        to += stride;
        toReal[to] = secondReal * cosine2 + secondImaginary * sine2;
        toImaginary[to] = secondImaginary * cosine2 - secondReal * sine2;
        double cosine3 = twiddles[twiddle + 4];
        double sine3 = twiddles[twiddle + 5];
        double thirdReal = differenceReal - turnedReal;
        double thirdImaginary = differenceImaginary - turnedImaginary;
        to += stride;
        toReal[to] = thirdReal * cosine3 + thirdImaginary * sine3;
        toImaginary[to] = thirdImaginary * cosine3 - thirdReal * sine3;
      }
    }
  }

  /** Any odd factor, by the transform's definition on so many points. */
  private static final class Odd extends Pass {
    private final double[] unitCosine;
    private final double[] unitSine;

    Odd(int radix, int points, int stride) {
      super(radix, points, stride);
      unitCosine = new double[radix];
      unitSine = new double[radix];
      for (int i = 0; i < radix; i++) {
        unitCosine[i] = Math.cos(2 * Math.PI * i / radix);
        unitSine[i] = Math.sin(2 * Math.PI * i / radix);
      }
    }

    @Override
    void run(double[] real, double[] imaginary, double[] toReal, double[] toImaginary) {
      int step = stride * count;
      for (int p = 0; p < count; p++) {
        for (int k = 0; k < radix; k++) {
          double c = cosine[p * radix + k];
          double s = sine[p * radix + k];
          int out = stride * (radix * p + k);
          for (int q = 0; q < stride; q++) {
            double sumReal = 0;
            double sumImaginary = 0;
            int turn = 0;
            for (int from = stride * p + q; from < step * radix; from += step) {
              sumReal += real[from] * unitCosine[turn] + imaginary[from] * unitSine[turn];
              sumImaginary += imaginary[from] * unitCosine[turn] - real[from] * unitSine[turn];
              turn += k;
              turn -= turn >= radix ? radix : 0;
            }
            toReal[out + q] = sumReal * c + sumImaginary * s;
            toImaginary[out + q] = sumImaginary * c - sumReal * s;
          }
        }
      }
    }
  }
}
