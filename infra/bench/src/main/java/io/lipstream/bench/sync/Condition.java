package io.lipstream.bench.sync;

import java.util.SplittableRandom;

/** What may be between a mouth and a recording. The same each time; pure functions. */
enum Condition {
  CLEAN("clean"),
  NOISE("white noise, 15 dB under"),
  MUCH_NOISE("white noise, 5 dB under"),
  MUSIC("chords, 10 dB under"),
  REVERB("reverb of 0.5 s"),
  TELEPHONE("telephone, 300-3400 Hz, mu-law"),
  QUIET("level of -40 dBFS"),
  LOUD("peaks 6 dB over full scale");

  private static final long SEED = 7;
  private static final double CHORD_SECONDS = 0.6;
  private static final double[][] CHORDS = {
    {130.8, 164.8, 196.0}, {110.0, 130.8, 164.8}, {174.6, 220.0, 261.6}, {98.0, 123.5, 146.8}
  };
  private static final int HARMONICS = 8;
  private static final int REFLECTIONS = 400;
  private static final double REVERB_SECONDS = 0.5;

  /** Energy of all reflections against the direct sound. */
  private static final double REFLECTED = 0.5;

  private static final double LOW_CUT = 300;
  private static final double HIGH_CUT = 3400;
  private static final double MU = 255;
  private static final int MU_LEVELS = 127;

  private final String words;

  Condition(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  Sound apply(Sound sound) {
    return switch (this) {
      case CLEAN -> sound;
      case NOISE -> sound.with(noise(sound), 15);
      case MUCH_NOISE -> sound.with(noise(sound), 5);
      case MUSIC -> sound.with(chords(sound), 10);
      case REVERB -> reverberant(sound);
      case TELEPHONE -> telephone(sound);
      case QUIET -> sound.atDecibels(-40);
      case LOUD -> sound.times(2 / peak(sound));
    };
  }

  private static Sound noise(Sound like) {
    SplittableRandom random = new SplittableRandom(SEED);
    float[] noise = new float[like.samples().length];
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (float) random.nextDouble(-1, 1);
    }
    return new Sound(like.rate(), noise);
  }

  /** Three notes with harmonics, struck and fading, then three others. */
  private static Sound chords(Sound like) {
    float[] music = new float[like.samples().length];
    for (int i = 0; i < music.length; i++) {
      double seconds = (double) i / like.rate();
      double since = seconds % CHORD_SECONDS;
      double sum = 0;
      for (double note : CHORDS[(int) (seconds / CHORD_SECONDS) % CHORDS.length]) {
        for (int harmonic = 1; harmonic <= HARMONICS; harmonic++) {
          sum += Math.sin(2 * Math.PI * note * harmonic * seconds) / harmonic;
        }
      }
      music[i] = (float) (sum * Math.exp(-2 * since) * Math.min(1, since / 0.01));
    }
    return new Sound(like.rate(), music);
  }

  /** Reflections at random moments that fade by 60 dB in half a second. */
  private static Sound reverberant(Sound sound) {
    SplittableRandom random = new SplittableRandom(SEED);
    int[] delays = new int[REFLECTIONS];
    double[] gains = new double[REFLECTIONS];
    double energy = 0;
    for (int i = 0; i < REFLECTIONS; i++) {
      double seconds = random.nextDouble(0.004, REVERB_SECONDS);
      delays[i] = (int) (seconds * sound.rate());
      gains[i] = Math.pow(10, -3 * seconds / REVERB_SECONDS) * (random.nextBoolean() ? 1 : -1);
      energy += gains[i] * gains[i];
    }
    double scale = Math.sqrt(REFLECTED / energy);
    float[] heard = sound.samples().clone();
    for (int i = 0; i < REFLECTIONS; i++) {
      for (int at = delays[i]; at < heard.length; at++) {
        heard[at] += (float) (scale * gains[i] * sound.samples()[at - delays[i]]);
      }
    }
    return new Sound(sound.rate(), heard);
  }

  private static Sound telephone(Sound sound) {
    float[] samples = sound.samples();
    for (int pass = 0; pass < 2; pass++) {
      samples = filtered(samples, LOW_CUT / sound.rate(), true);
      samples = filtered(samples, HIGH_CUT / sound.rate(), false);
    }
    double peak = peak(new Sound(sound.rate(), samples));
    for (int i = 0; i < samples.length; i++) {
      double share = samples[i] / peak;
      double squeezed = Math.signum(share) * Math.log1p(MU * Math.abs(share)) / Math.log1p(MU);
      double step = (double) Math.round(squeezed * MU_LEVELS) / MU_LEVELS;
      samples[i] =
          (float) (peak * Math.signum(step) * Math.expm1(Math.abs(step) * Math.log1p(MU)) / MU);
    }
    return new Sound(sound.rate(), samples);
  }

  /** Butterworth's filter of second order, by the bilinear transform. */
  private static float[] filtered(float[] in, double share, boolean high) {
    double warped = Math.tan(Math.PI * share);
    double norm = 1 / (1 + Math.sqrt(2) * warped + warped * warped);
    double b0 = high ? norm : warped * warped * norm;
    double b1 = high ? -2 * b0 : 2 * b0;
    double a1 = 2 * (warped * warped - 1) * norm;
    double a2 = (1 - Math.sqrt(2) * warped + warped * warped) * norm;
    float[] out = new float[in.length];
    double before = 0;
    double beforeThat = 0;
    for (int i = 0; i < in.length; i++) {
      double now = in[i] - a1 * before - a2 * beforeThat;
      out[i] = (float) (b0 * now + b1 * before + b0 * beforeThat);
      beforeThat = before;
      before = now;
    }
    return out;
  }

  private static double peak(Sound sound) {
    double peak = 0;
    for (float sample : sound.samples()) {
      peak = Math.max(peak, Math.abs(sample));
    }
    return peak;
  }
}
