package io.lipstream.audio;

import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_DBL;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_FLT;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_make_writable;
import static org.bytedeco.ffmpeg.global.avutil.av_get_packed_sample_fmt;
import static org.bytedeco.ffmpeg.global.avutil.av_sample_fmt_is_planar;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;

/**
 * Makes a decoded frame safe to filter: a sample that is not a number or infinite becomes 0, since
 * one of them would spread over everything that a filter touches. Works in place.
 */
final class FiniteSamples {
  private FiniteSamples() {}

  static void ensure(AVFrame frame) {
    int format = av_get_packed_sample_fmt(frame.format());
    if (format != AV_SAMPLE_FMT_FLT && format != AV_SAMPLE_FMT_DBL) {
      return;
    }
    av_frame_make_writable(frame);
    boolean planar = av_sample_fmt_is_planar(frame.format()) != 0;
    int channels = frame.ch_layout().nb_channels();
    int planes = planar ? channels : 1;
    long samples = planar ? frame.nb_samples() : (long) frame.nb_samples() * channels;
    for (int plane = 0; plane < planes; plane++) {
      if (format == AV_SAMPLE_FMT_FLT) {
        FloatPointer values = new FloatPointer(frame.extended_data(plane));
        ensure(values.capacity(samples).asBuffer());
      } else {
        DoublePointer values = new DoublePointer(frame.extended_data(plane));
        ensure(values.capacity(samples).asBuffer());
      }
    }
  }

  private static void ensure(FloatBuffer values) {
    for (int i = 0; i < values.limit(); i++) {
      if (!Float.isFinite(values.get(i))) {
        values.put(i, 0);
      }
    }
  }

  private static void ensure(DoubleBuffer values) {
    for (int i = 0; i < values.limit(); i++) {
      if (!Double.isFinite(values.get(i))) {
        values.put(i, 0);
      }
    }
  }
}
