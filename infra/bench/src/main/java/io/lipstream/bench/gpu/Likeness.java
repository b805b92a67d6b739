package io.lipstream.bench.gpu;

/** How like two pictures are. */
final class Likeness {
  private static final double PEAK = 255;

  private Likeness() {}

  /** Peak signal-to-noise ratio of values from 0 to 255; infinite if they are the same. */
  static double decibels(float[] one, float[] other) {
    if (one.length != other.length || one.length == 0) {
      throw new IllegalArgumentException(
          "%d and %d values cannot be compared".formatted(one.length, other.length));
    }
    double squares = 0;
    for (int i = 0; i < one.length; i++) {
      double difference = (double) one[i] - other[i];
      squares += difference * difference;
    }
    return 10 * Math.log10(PEAK * PEAK * one.length / squares);
  }
}
