package io.lipstream.bench.sync;

/**
 * Vowels that are held, one after the other, made of the harmonics of a voice weighed by three
 * formants: while one is held nothing in a face should move but the head.
 */
final class SteadyVowels {
  private static final int RATE = 16_000;
  private static final double PITCH = 118;
  private static final double HELD = 1.0;
  private static final double LEVEL = -20;
  private static final double[] BANDWIDTHS = {80, 100, 140};

  /** From here on in each vowel the mouth has arrived. */
  private static final double SETTLED = 0.35;

  /** a e i o u. */
  private static final double[][] FORMANTS = {
    {730, 1200, 2500}, {480, 1850, 2500}, {280, 2250, 2900}, {470, 850, 2450}, {320, 750, 2300}
  };

  private SteadyVowels() {}

  static double seconds() {
    return HELD * FORMANTS.length;
  }

  /** Whether a moment and the frame before it lie where a vowel is held. */
  static boolean held(double seconds) {
    double since = seconds % HELD;
    return since > SETTLED && since < HELD - 0.2 && seconds < seconds();
  }

  static Sound sound() {
    float[] samples = new float[(int) (RATE * seconds())];
    for (int i = 0; i < samples.length; i++) {
      double seconds = (double) i / RATE;
      double[] formants = FORMANTS[Math.min(FORMANTS.length - 1, (int) (seconds / HELD))];
      double sum = 0;
      for (int harmonic = 1; harmonic * PITCH < RATE / 2.0; harmonic++) {
        double frequency = harmonic * PITCH;
        sum += gain(frequency, formants) * Math.sin(2 * Math.PI * frequency * seconds);
      }
      samples[i] = (float) sum;
    }
    return new Sound(RATE, samples).atDecibels(LEVEL);
  }

  /** Of a cascade of resonances on a source that falls by 6 dB an octave. */
  private static double gain(double frequency, double[] formants) {
    double gain = PITCH / frequency;
    for (int i = 0; i < formants.length; i++) {
      double center = formants[i] * formants[i];
      double off = center - frequency * frequency;
      gain *= center / Math.hypot(off, BANDWIDTHS[i] * frequency);
    }
    return gain;
  }
}
