package io.lipstream.bench.mel;

import static org.bytedeco.ffmpeg.global.avfilter.av_buffersink_get_frame;
import static org.bytedeco.ffmpeg.global.avfilter.av_buffersrc_add_frame;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_graph_alloc;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_graph_config;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_graph_free;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_graph_get_filter;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_graph_parse2;
import static org.bytedeco.ffmpeg.global.avutil.AV_LOG_QUIET;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_FLTP;
import static org.bytedeco.ffmpeg.global.avutil.av_channel_layout_default;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_unref;
import static org.bytedeco.ffmpeg.global.avutil.av_log_set_level;

import org.bytedeco.ffmpeg.avfilter.AVFilterContext;
import org.bytedeco.ffmpeg.avfilter.AVFilterGraph;
import org.bytedeco.ffmpeg.avfilter.AVFilterInOut;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.javacpp.FloatPointer;

/**
 * The filter of libavfilter that does nearest what a mel spectrogram does: a Hann window of 512, a
 * transform every 160 samples, and of the magnitudes one figure (their mean) where ours has 64
 * filtered levels. libavfilter has no mel filters. Single precision, one thread.
 */
final class SpectralStatistics implements AutoCloseable {
  static final String GRAPH =
      "abuffer=time_base=1/16000:sample_rate=16000:sample_fmt=fltp:channel_layout=mono,"
          + "aspectralstats=win_size=512:win_func=hann:overlap=0.6875:measure=mean,abuffersink";
  private static final int PIECE = 4096;

  private final float[] samples;
  private final AVFrame input = av_frame_alloc();
  private final AVFrame output = av_frame_alloc();
  private int frames;

  SpectralStatistics(float[] samples) {
    av_log_set_level(AV_LOG_QUIET);
    this.samples = samples;
  }

  /** Runs the whole sound through a new graph. */
  void run() {
    AVFilterGraph graph = avfilter_graph_alloc();
    graph.nb_threads(1);
    check(avfilter_graph_parse2(graph, GRAPH, new AVFilterInOut(null), new AVFilterInOut(null)));
    check(avfilter_graph_config(graph, null));
    AVFilterContext source = avfilter_graph_get_filter(graph, "Parsed_abuffer_0");
    AVFilterContext sink = avfilter_graph_get_filter(graph, "Parsed_abuffersink_2");
    frames = 0;
    for (int from = 0; from < samples.length; from += PIECE) {
      push(source, from, Math.min(PIECE, samples.length - from));
      drain(sink);
    }
    check(av_buffersrc_add_frame(source, null));
    drain(sink);
    avfilter_graph_free(graph);
    if (frames < samples.length / 160) {
      throw new IllegalStateException("the filter gave only %d frames".formatted(frames));
    }
  }

  private void push(AVFilterContext source, int from, int count) {
    input.nb_samples(count).format(AV_SAMPLE_FMT_FLTP).sample_rate(16_000).pts(from);
    av_channel_layout_default(input.ch_layout(), 1);
    check(av_frame_get_buffer(input, 0));
    new FloatPointer(input.data(0)).put(samples, from, count);
    check(av_buffersrc_add_frame(source, input));
    av_frame_unref(input);
  }

  private void drain(AVFilterContext sink) {
    while (av_buffersink_get_frame(sink, output) >= 0) {
      frames++;
      av_frame_unref(output);
    }
  }

  private static void check(int result) {
    if (result < 0) {
      throw new IllegalStateException("libavfilter answered " + result);
    }
  }

  @Override
  public void close() {
    av_frame_free(input);
    av_frame_free(output);
  }
}
