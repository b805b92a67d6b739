package io.lipstream.audio;

import static io.lipstream.error.ErrorCode.AUDIO_TOO_LONG;
import static io.lipstream.error.ErrorCode.AUDIO_TOO_SHORT;
import static io.lipstream.error.ErrorCode.AUDIO_UNREADABLE;

import io.lipstream.error.LipstreamException;
import org.bytedeco.ffmpeg.avutil.AVFrame;

/**
 * Joins a track and its conversion to one stream: a frame is decoded only when the one before was
 * read to its end. Where a track changes its format midway, the conversion is drained and made
 * anew. One thread at a time.
 */
final class DecodedStream implements AudioStream {
  private static final int LOWEST_RATE = 1000;
  private static final int HIGHEST_RATE = 768_000;

  private final AudioTrack track;
  private final AudioLimits limits;
  private final int sampleRate;
  private final int channels;
  private SampleConversion conversion;
  private AVFrame waiting;
  private int ready;
  private int taken;
  private double seconds;
  private boolean ended;
  private boolean closed;

  private DecodedStream(AudioTrack track, AVFrame first, AudioTarget target, AudioLimits limits) {
    this.track = track;
    this.limits = limits;
    sampleRate = target.sampleRateFor(first.sample_rate());
    channels = target.channelsFor(first.ch_layout().nb_channels());
    waiting = first;
  }

  static DecodedStream start(AudioTrack track, AudioTarget target, AudioLimits limits) {
    AVFrame first = track.next();
    if (first == null) {
      throw new LipstreamException(
          AUDIO_UNREADABLE, "the voice holds no sound that can be decoded");
    }
    requireUsableRate(first);
    return new DecodedStream(track, first, target, limits);
  }

  @Override
  public int read(float[] interleaved) {
    int room = interleaved.length / channels;
    if (room == 0) {
      throw new IllegalArgumentException(
          "%d samples do not hold a frame of %d channels".formatted(interleaved.length, channels));
    }
    while (taken == ready) {
      if (ended) {
        return -1;
      }
      taken = 0;
      ready = convertNext();
    }
    int count = Math.min(room, ready - taken);
    conversion
        .output()
        .position((long) taken * channels)
        .get(interleaved, 0, count * channels)
        .position(0);
    clip(interleaved, count * channels);
    taken += count;
    return count;
  }

  private int convertNext() {
    if (waiting == null) {
      waiting = track.next();
    }
    if (waiting == null) {
      return end();
    }
    if (conversion != null && !conversion.takes(waiting)) {
      int held = conversion.flush();
      if (held > 0) {
        return held;
      }
      conversion.close();
      conversion = null;
    }
    if (conversion == null) {
      requireUsableRate(waiting);
      conversion = SampleConversion.forFramesLike(waiting, sampleRate, channels);
    }
    account(waiting);
    FiniteSamples.ensure(waiting);
    AVFrame frame = waiting;
    waiting = null;
    return conversion.convert(frame);
  }

  private int end() {
    int held = conversion.flush();
    if (held > 0) {
      return held;
    }
    ended = true;
    track.requireSound(seconds);
    if (seconds < limits.minSeconds()) {
      throw new LipstreamException(
          AUDIO_TOO_SHORT,
          "the voice has %.3f s, expected at least %s s".formatted(seconds, limits.minSeconds()));
    }
    return 0;
  }

  private void account(AVFrame frame) {
    seconds += (double) frame.nb_samples() / frame.sample_rate();
    if (seconds > limits.maxSeconds()) {
      throw new LipstreamException(
          AUDIO_TOO_LONG,
          "the voice is longer than the limit of %s s".formatted(limits.maxSeconds()));
    }
  }

  private static void requireUsableRate(AVFrame frame) {
    int rate = frame.sample_rate();
    if (rate < LOWEST_RATE || rate > HIGHEST_RATE) {
      throw new LipstreamException(
          AUDIO_UNREADABLE,
          "the voice has a sample rate of %d Hz, expected %d to %d"
              .formatted(rate, LOWEST_RATE, HIGHEST_RATE));
    }
  }

  private static void clip(float[] samples, int count) {
    for (int i = 0; i < count; i++) {
      samples[i] = Math.max(-1f, Math.min(1f, samples[i]));
    }
  }

  @Override
  public int sampleRate() {
    return sampleRate;
  }

  @Override
  public int channels() {
    return channels;
  }

  @Override
  public double sourceSeconds() {
    return seconds;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (conversion != null) {
      conversion.close();
    }
    track.close();
  }
}
