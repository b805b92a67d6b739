package io.lipstream.audio;

/** The two mel scales in use; both are strictly increasing over the frequencies from 0 on. */
public enum MelScale {
  /** 2595 log10(1 + f / 700), of the Hidden Markov Model Toolkit. */
  HTK {
    @Override
    double mel(double hertz) {
      return 2595 * Math.log10(1 + hertz / 700);
    }

    @Override
    double hertz(double mel) {
      return 700 * (Math.pow(10, mel / 2595) - 1);
    }
  },

  /** Linear to 1 kHz, then 27 steps to a factor of 6.4, of Slaney's Auditory Toolbox. */
  SLANEY {
    @Override
    double mel(double hertz) {
      return hertz < 1000 ? hertz / HERTZ_PER_MEL : KNEE + Math.log(hertz / 1000) / LOG_STEP;
    }

    @Override
    double hertz(double mel) {
      return mel < KNEE ? mel * HERTZ_PER_MEL : 1000 * Math.exp((mel - KNEE) * LOG_STEP);
    }
  };

  private static final double HERTZ_PER_MEL = 200.0 / 3;
  private static final double KNEE = 1000 / HERTZ_PER_MEL;
  private static final double LOG_STEP = Math.log(6.4) / 27;

  abstract double mel(double hertz);

  abstract double hertz(double mel);
}
