package io.lipstream.audio;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;

/**
 * What a log-mel spectrogram is made of; a model bundle names them for the network it holds.
 *
 * <p>Frame i is centred on sample {@code i * hopLength}; there are as many frames as whole hops.
 *
 * @param sampleRate samples a second
 * @param windowLength samples of the Hann window, even
 * @param hopLength samples from frame to frame, at most half of windowLength
 * @param transformLength points of the Fourier transform, even, at least windowLength
 * @param window kind of Hann window
 * @param padding what stands before the first sample and after the last
 * @param bands filters
 * @param lowestFrequency Hz where the first filter begins
 * @param highestFrequency Hz where the last filter ends, at most half the sample rate
 * @param scale scale on which the filters are spaced evenly
 * @param equalArea whether each filter is divided by its half width in Hz (Slaney's normalisation)
 *     instead of having its peak at 1
 * @param compression how power becomes a level
 * @param floor least power, in the compression's sense, over 0
 */
public record MelParameters(
    int sampleRate,
    int windowLength,
    int hopLength,
    int transformLength,
    Window window,
    Padding padding,
    int bands,
    double lowestFrequency,
    double highestFrequency,
    MelScale scale,
    boolean equalArea,
    Compression compression,
    double floor) {

  /** Hann windows: the symmetric one ends at 0, the periodic one would with one sample more. */
  public enum Window {
    SYMMETRIC_HANN,
    PERIODIC_HANN
  }

  /** What a frame sees beyond the recording. */
  public enum Padding {
    ZERO,
    REFLECT
  }

  /** How power becomes a level. */
  public enum Compression {
    /** ln(power + floor). */
    NATURAL_OF_SUM,
    /** log10(max(power, floor)). */
    DECIMAL_OF_MAXIMUM
  }

  public MelParameters {
    require(sampleRate > 0, "sample rate", sampleRate, "over 0");
    require(windowLength > 1 && windowLength % 2 == 0, "window", windowLength, "even, over 0");
    require(
        hopLength > 0 && hopLength <= windowLength / 2, "hop", hopLength, "1 to half the window");
    require(
        transformLength >= windowLength && transformLength % 2 == 0,
        "transform",
        transformLength,
        "even, at least the window");
    require(bands > 0, "bands", bands, "over 0");
    require(
        lowestFrequency >= 0 && lowestFrequency < highestFrequency,
        "lowest frequency",
        lowestFrequency,
        "0 to under the highest");
    require(
        highestFrequency <= sampleRate / 2.0,
        "highest frequency",
        highestFrequency,
        "at most half the sample rate");
    require(floor > 0, "floor", floor, "over 0");
  }

  /** What the embedded network from sound to mouth hears: 100 frames a second, 64 bands. */
  public static MelParameters embeddedSoundNetwork() {
    return new MelParameters(
        16_000,
        400,
        160,
        512,
        Window.SYMMETRIC_HANN,
        Padding.ZERO,
        64,
        60,
        7600,
        MelScale.HTK,
        false,
        Compression.NATURAL_OF_SUM,
        1e-6);
  }

  /**
   * What Whisper's encoder hears, up to the logarithm; the clamp to 8 under the loudest of 30 s and
   * the scaling that follow there need the whole chunk and are not part of it.
   */
  public static MelParameters whisper() {
    return new MelParameters(
        16_000,
        400,
        160,
        400,
        Window.PERIODIC_HANN,
        Padding.REFLECT,
        80,
        0,
        8000,
        MelScale.SLANEY,
        true,
        Compression.DECIMAL_OF_MAXIMUM,
        1e-10);
  }

  /** Frames of a recording of so many samples. */
  public long frameCount(long samples) {
    return samples / hopLength;
  }

  private static void require(boolean condition, String name, Number value, String expected) {
    if (!condition) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "mel %s is %s, expected %s".formatted(name, value, expected));
    }
  }
}
