package io.lipstream.audio;

import java.util.Arrays;

/**
 * What a recording is turned into while it is decoded.
 *
 * @param sampleRate frames a second, 0 for the recording's own
 * @param channels 1 or 2, 0 for the recording's own up to 2
 */
public record AudioTarget(int sampleRate, int channels) {
  private static final int[] AAC_RATES = {
    8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000
  };

  /** What features are made of: mono, 16 kHz. */
  public static AudioTarget speech() {
    return new AudioTarget(16_000, 1);
  }

  /**
   * What is heard with the video: the recording's own rate and channels, as far as AAC and two
   * channels go. A rate that AAC does not know becomes the next higher one, at most 48 kHz.
   */
  public static AudioTarget soundtrack() {
    return new AudioTarget(0, 0);
  }

  int sampleRateFor(int sourceRate) {
    if (sampleRate > 0) {
      return sampleRate;
    }
    return Arrays.stream(AAC_RATES)
        .filter(rate -> rate >= sourceRate)
        .findFirst()
        .orElse(AAC_RATES[AAC_RATES.length - 1]);
  }

  int channelsFor(int sourceChannels) {
    return channels > 0 ? channels : Math.min(sourceChannels, 2);
  }
}
