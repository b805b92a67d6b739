package io.lipstream.audio;

import io.lipstream.audio.MelParameters.Padding;
import io.lipstream.audio.MelParameters.Window;
import java.util.function.Consumer;

/**
 * Log-mel spectrogram of a stream: samples are pushed in pieces of any size, frames come out as
 * soon as their window is full, in memory that does not depend on the length. The frames do not
 * depend on where the stream is cut, to the last bit. One thread at a time; nothing is allocated
 * for a frame.
 *
 * <p>A frame is Hann window, Fourier transform, squared magnitude, triangular mel filters,
 * logarithm; in double precision, since a quiet band next to a loud one drowns in the rounding of
 * floats.
 */
public final class MelSpectrogram {
  private final MelParameters parameters;
  private final int padding;
  private final double[] hann;
  private final FourierTransform transform;
  private final MelFilterBank filters;
  private final double[] windowed;
  private final double[] power;
  private final float[] levels;

  /** The newest samples; its first windowLength are the next frame's once they are there. */
  private final float[] buffer;

  private int filled;
  private long samples;
  private long frames;
  private boolean finished;

  public MelSpectrogram(MelParameters parameters) {
    this.parameters = parameters;
    int length = parameters.windowLength();
    padding = length / 2;
    hann = hann(length, parameters.window());
    transform = new FourierTransform(parameters.transformLength());
    filters = new MelFilterBank(parameters);
    windowed = new double[length];
    power = new double[parameters.transformLength() / 2 + 1];
    levels = new float[parameters.bands()];
    // Reflection at the start needs one sample beyond the first window.
    buffer = new float[parameters.padding() == Padding.REFLECT ? length + 1 : length];
    filled = padding;
  }

  private static double[] hann(int length, Window kind) {
    int period = kind == Window.PERIODIC_HANN ? length : length - 1;
    double[] window = new double[length];
    for (int i = 0; i < length; i++) {
      window[i] = 0.5 - 0.5 * Math.cos(2 * Math.PI * i / period);
    }
    return window;
  }

  /**
   * Takes the next samples of the stream.
   *
   * @param input samples in [-1, 1] at the parameters' rate
   * @param sink receives each frame's levels, one for each band; the array is used again
   */
  public void push(float[] input, int offset, int length, Consumer<float[]> sink) {
    if (finished) {
      throw new IllegalStateException("samples after the end of the stream");
    }
    int from = offset;
    int end = offset + length;
    while (from < end) {
      int count = Math.min(end - from, buffer.length - filled);
      System.arraycopy(input, from, buffer, filled, count);
      filled += count;
      samples += count;
      from += count;
      if (filled == buffer.length) {
        reflectStart();
        emit(sink);
      }
    }
  }

  /** Ends the stream and gives out the frames that reach beyond its last sample. */
  public void finish(Consumer<float[]> sink) {
    finished = true;
    long total = parameters.frameCount(samples);
    if (frames == total) {
      return;
    }
    reflectStart();
    int last = filled - 1;
    while (frames < total) {
      for (int i = filled; i < buffer.length; i++) {
        buffer[i] = beyond(last, i);
      }
      filled = buffer.length;
      emit(sink);
      last -= parameters.hopLength();
    }
  }

  /** Frames given out so far. */
  public long frameCount() {
    return frames;
  }

  private void emit(Consumer<float[]> sink) {
    for (int i = 0; i < windowed.length; i++) {
      windowed[i] = buffer[i] * hann[i];
    }
    transform.powerSpectrum(windowed, power);
    filters.apply(power, levels);
    frames++;
    filled -= parameters.hopLength();
    System.arraycopy(buffer, parameters.hopLength(), buffer, 0, filled);
    sink.accept(levels);
  }

  private void reflectStart() {
    if (frames > 0 || parameters.padding() != Padding.REFLECT) {
      return;
    }
    for (int k = 1; k <= padding; k++) {
      buffer[padding - k] = buffer[padding + mirrored(k, samples)];
    }
  }

  /** What stands at a position of the buffer after the stream's last sample. */
  private float beyond(int last, int position) {
    return switch (parameters.padding()) {
      case ZERO -> 0;
      case REFLECT -> {
        long first = last + 1 - samples;
        yield first < 0
            ? buffer[2 * last - position]
            : buffer[(int) first + mirrored((int) (position - first), samples)];
      }
    };
  }

  /** Index within count samples of the one that repeated reflection puts at an index beyond. */
  private static int mirrored(int index, long count) {
    if (count == 1) {
      return 0;
    }
    long period = 2 * (count - 1);
    long turned = Math.floorMod((long) index, period);
    return (int) Math.min(turned, period - turned);
  }
}
