package io.lipstream.audio;

/**
 * A recording made for a test.
 *
 * @param samples for each channel its samples in [-1, 1]
 */
record Sound(int sampleRate, float[][] samples) {
  /** A sine of half of full scale in every channel, at frequency, twice frequency, and so on. */
  static Sound tone(int sampleRate, int channels, double seconds, double frequency) {
    int length = (int) Math.round(seconds * sampleRate);
    float[][] samples = new float[channels][length];
    for (int c = 0; c < channels; c++) {
      for (int i = 0; i < length; i++) {
        samples[c][i] =
            (float) (0.5 * Math.sin(2 * Math.PI * frequency * (c + 1) * i / sampleRate));
      }
    }
    return new Sound(sampleRate, samples);
  }

  static Sound silence(int sampleRate, double seconds) {
    return new Sound(sampleRate, new float[1][(int) Math.round(seconds * sampleRate)]);
  }

  int channels() {
    return samples.length;
  }

  int length() {
    return samples[0].length;
  }

  double seconds() {
    return (double) length() / sampleRate;
  }

  /** Amplitude of one frequency over the whole, by correlation with sine and cosine. */
  double amplitude(int channel, double frequency) {
    double sine = 0;
    double cosine = 0;
    for (int i = 0; i < length(); i++) {
      double phase = 2 * Math.PI * frequency * i / sampleRate;
      sine += samples[channel][i] * Math.sin(phase);
      cosine += samples[channel][i] * Math.cos(phase);
    }
    return 2 * Math.hypot(sine, cosine) / length();
  }
}
