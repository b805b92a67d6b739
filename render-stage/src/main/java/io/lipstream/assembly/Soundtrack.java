package io.lipstream.assembly;

import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_make_writable;

import io.lipstream.audio.AudioStream;
import io.lipstream.libav.Libav;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avutil.AVFrame;

/**
 * Feeds a voice to the AAC encoder, frame by frame, up to an exact number of samples: cut there, or
 * filled up with silence. One thread; owns native memory until closed.
 */
final class Soundtrack implements AutoCloseable {
  private final AudioStream voice;
  private final AacEncoder encoder;
  private final AVFrame frame;
  private final long samples;
  private final int frameLength;
  private final float[] interleaved;
  private long sent;

  Soundtrack(AudioStream voice, long samples, int bitRate) {
    this.voice = voice;
    this.samples = samples;
    encoder = new AacEncoder(voice.sampleRate(), voice.channels(), bitRate);
    frameLength = encoder.context().frame_size();
    interleaved = new float[frameLength * voice.channels()];
    frame = av_frame_alloc();
    frame
        .nb_samples(frameLength)
        .format(encoder.context().sample_fmt())
        .sample_rate(voice.sampleRate());
    frame.ch_layout(encoder.context().ch_layout());
    try {
      Libav.check(av_frame_get_buffer(frame, 0), "allocate sound");
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  AVCodecContext encoderContext() {
    return encoder.context();
  }

  /** Encodes what is heard before a time. */
  void writeUntil(double seconds, Mp4Writer writer) {
    while (sent < samples && sent < seconds * voice.sampleRate()) {
      int count = (int) Math.min(frameLength, samples - sent);
      fill(count);
      frame.pts(sent).nb_samples(count);
      encoder.encode(frame, writer);
      sent += count;
    }
  }

  void finish(Mp4Writer writer) {
    writeUntil(Double.POSITIVE_INFINITY, writer);
    encoder.encode(null, writer);
  }

  @Override
  public void close() {
    av_frame_free(frame);
    encoder.close();
  }

  private void fill(int count) {
    int read = read(count);
    frame.nb_samples(frameLength);
    Libav.check(av_frame_make_writable(frame), "write sound");
    int channels = voice.channels();
    for (int channel = 0; channel < channels; channel++) {
      FloatBuffer plane =
          frame
              .data(channel)
              .capacity(4L * frameLength)
              .asByteBuffer()
              .order(ByteOrder.nativeOrder())
              .asFloatBuffer();
      for (int i = 0; i < count; i++) {
        plane.put(i, i < read ? interleaved[i * channels + channel] : 0);
      }
    }
  }

  /** Samples a channel that the voice still had, at most so many, at the front of the buffer. */
  private int read(int count) {
    int channels = voice.channels();
    float[] chunk = new float[count * channels];
    int have = 0;
    while (have < count) {
      float[] rest = have == 0 ? chunk : new float[(count - have) * channels];
      int frames = voice.read(rest);
      if (frames < 0) {
        break;
      }
      System.arraycopy(rest, 0, interleaved, have * channels, frames * channels);
      have += frames;
    }
    return have;
  }
}
