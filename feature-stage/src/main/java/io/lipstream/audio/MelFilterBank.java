package io.lipstream.audio;

import io.lipstream.audio.MelParameters.Compression;

/**
 * Triangular filters on linear frequency whose corners are spaced evenly on a mel scale; kept
 * sparsely, as each touches few of the spectrum's bins. Immutable; any thread.
 */
final class MelFilterBank {
  private final int[] firstBin;
  private final double[][] weights;
  private final Compression compression;
  private final double floor;

  MelFilterBank(MelParameters parameters) {
    compression = parameters.compression();
    floor = parameters.floor();
    firstBin = new int[parameters.bands()];
    weights = new double[parameters.bands()][];
    double[] corners = corners(parameters);
    double binWidth = (double) parameters.sampleRate() / parameters.transformLength();
    for (int band = 0; band < weights.length; band++) {
      double low = corners[band];
      double peak = corners[band + 1];
      double high = corners[band + 2];
      int first = (int) Math.ceil(low / binWidth);
      int last = Math.min((int) Math.floor(high / binWidth), parameters.transformLength() / 2);
      firstBin[band] = first;
      weights[band] = new double[Math.max(0, last - first + 1)];
      double scale = parameters.equalArea() ? 2 / (high - low) : 1;
      for (int i = 0; i < weights[band].length; i++) {
        double frequency = (first + i) * binWidth;
        double rising = (frequency - low) / (peak - low);
        double falling = (high - frequency) / (high - peak);
        weights[band][i] = scale * Math.max(0, Math.min(rising, falling));
      }
    }
  }

  private static double[] corners(MelParameters parameters) {
    MelScale scale = parameters.scale();
    double from = scale.mel(parameters.lowestFrequency());
    double to = scale.mel(parameters.highestFrequency());
    double[] corners = new double[parameters.bands() + 2];
    for (int i = 0; i < corners.length; i++) {
      corners[i] = scale.hertz(from + (to - from) * i / (corners.length - 1));
    }
    return corners;
  }

  /** Levels of the bands, of a power spectrum. */
  void apply(double[] power, float[] levels) {
    for (int band = 0; band < weights.length; band++) {
      double[] filter = weights[band];
      int first = firstBin[band];
      double sum = 0;
      for (int i = 0; i < filter.length; i++) {
        sum += filter[i] * power[first + i];
      }
      levels[band] = (float) level(sum);
    }
  }

  private double level(double power) {
    return switch (compression) {
      case NATURAL_OF_SUM -> Math.log(power + floor);
      case DECIMAL_OF_MAXIMUM -> Math.log10(Math.max(power, floor));
    };
  }
}
