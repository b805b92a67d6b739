package io.lipstream.audio;

import static io.lipstream.error.ErrorCode.AUDIO_UNREADABLE;
import static org.bytedeco.ffmpeg.global.avutil.AV_CHANNEL_ORDER_NATIVE;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_FLT;
import static org.bytedeco.ffmpeg.global.avutil.av_channel_layout_compare;
import static org.bytedeco.ffmpeg.global.avutil.av_channel_layout_copy;
import static org.bytedeco.ffmpeg.global.avutil.av_channel_layout_default;
import static org.bytedeco.ffmpeg.global.avutil.av_channel_layout_uninit;
import static org.bytedeco.ffmpeg.global.avutil.av_opt_set_double;
import static org.bytedeco.ffmpeg.global.swresample.swr_alloc_set_opts2;
import static org.bytedeco.ffmpeg.global.swresample.swr_convert;
import static org.bytedeco.ffmpeg.global.swresample.swr_free;
import static org.bytedeco.ffmpeg.global.swresample.swr_get_out_samples;
import static org.bytedeco.ffmpeg.global.swresample.swr_init;

import io.lipstream.error.LipstreamException;
import org.bytedeco.ffmpeg.avutil.AVChannelLayout;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.swresample.SwrContext;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.PointerPointer;

/**
 * Turns decoded frames of one format into interleaved floats of the target's rate and channels, by
 * libswresample. Mixing coefficients are scaled so that full-scale channels never sum above full
 * scale, whatever the sample type. One thread at a time; owns native memory until it is closed.
 */
final class SampleConversion implements AutoCloseable {
  private final int sourceFormat;
  private final int sourceRate;
  private final int channels;
  private final AVChannelLayout sourceLayout = new AVChannelLayout();
  private final PointerPointer<SwrContext> resampler = new PointerPointer<>(1);
  private final PointerPointer<FloatPointer> planes = new PointerPointer<>(1);
  private FloatPointer output = new FloatPointer(1);

  private SampleConversion(AVFrame first, int channels) {
    sourceFormat = first.format();
    sourceRate = first.sample_rate();
    this.channels = channels;
    resampler.put(0, null);
    av_channel_layout_copy(sourceLayout, first.ch_layout());
  }

  /**
   * Prepares for frames of the format of the first one.
   *
   * @throws LipstreamException AUDIO_UNREADABLE for a channel layout that cannot be mixed
   */
  static SampleConversion forFramesLike(AVFrame first, int sampleRate, int channels) {
    SampleConversion conversion = new SampleConversion(first, channels);
    try {
      conversion.open(sampleRate);
      return conversion;
    } catch (RuntimeException e) {
      conversion.close();
      throw e;
    }
  }

  private void open(int sampleRate) {
    try (AVChannelLayout from = new AVChannelLayout();
        AVChannelLayout to = new AVChannelLayout()) {
      if (sourceLayout.order() == AV_CHANNEL_ORDER_NATIVE) {
        av_channel_layout_copy(from, sourceLayout);
      } else {
        av_channel_layout_default(from, sourceLayout.nb_channels());
      }
      av_channel_layout_default(to, channels);
      boolean ready =
          swr_alloc_set_opts2(
                      resampler,
                      to,
                      AV_SAMPLE_FMT_FLT,
                      sampleRate,
                      from,
                      sourceFormat,
                      sourceRate,
                      0,
                      null)
                  >= 0
              && av_opt_set_double(context(), "rematrix_maxval", 1.0, 0) >= 0
              && swr_init(context()) >= 0;
      av_channel_layout_uninit(from);
      av_channel_layout_uninit(to);
      if (!ready) {
        throw new LipstreamException(
            AUDIO_UNREADABLE,
            "the voice has %d channels in an order that cannot be mixed down, expected 1 to 8"
                .formatted(sourceLayout.nb_channels()));
      }
    }
  }

  boolean takes(AVFrame frame) {
    return frame.format() == sourceFormat
        && frame.sample_rate() == sourceRate
        && av_channel_layout_compare(frame.ch_layout(), sourceLayout) == 0;
  }

  /** Converts a frame; returns how many frames stand in {@link #output} now. */
  int convert(AVFrame frame) {
    return convert(frame.extended_data(), frame.nb_samples());
  }

  /** Gives out what the filter held back; returns how many frames stand in {@link #output} now. */
  int flush() {
    return convert(null, 0);
  }

  private int convert(PointerPointer<?> input, int count) {
    int room = swr_get_out_samples(context(), count);
    if ((long) room * channels > output.capacity()) {
      output.close();
      output = new FloatPointer((long) room * channels);
    }
    planes.put(0, output);
    int converted = swr_convert(context(), planes, room, input, count);
    if (converted < 0) {
      throw new LipstreamException(AUDIO_UNREADABLE, "the voice cannot be resampled");
    }
    return converted;
  }

  /** Interleaved samples of the last conversion. */
  FloatPointer output() {
    return output;
  }

  private SwrContext context() {
    return resampler.get(SwrContext.class);
  }

  @Override
  public void close() {
    swr_free(resampler);
    av_channel_layout_uninit(sourceLayout);
    sourceLayout.close();
    resampler.close();
    planes.close();
    output.close();
  }
}
