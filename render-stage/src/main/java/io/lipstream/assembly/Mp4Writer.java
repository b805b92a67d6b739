package io.lipstream.assembly;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_H264;
import static org.bytedeco.ffmpeg.global.avcodec.AV_INPUT_BUFFER_PADDING_SIZE;
import static org.bytedeco.ffmpeg.global.avcodec.AV_PKT_FLAG_KEY;
import static org.bytedeco.ffmpeg.global.avcodec.av_new_packet;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_rescale_ts;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_from_context;
import static org.bytedeco.ffmpeg.global.avformat.AVIO_FLAG_WRITE;
import static org.bytedeco.ffmpeg.global.avformat.av_interleaved_write_frame;
import static org.bytedeco.ffmpeg.global.avformat.av_write_trailer;
import static org.bytedeco.ffmpeg.global.avformat.avformat_alloc_output_context2;
import static org.bytedeco.ffmpeg.global.avformat.avformat_free_context;
import static org.bytedeco.ffmpeg.global.avformat.avformat_new_stream;
import static org.bytedeco.ffmpeg.global.avformat.avformat_write_header;
import static org.bytedeco.ffmpeg.global.avformat.avio_closep;
import static org.bytedeco.ffmpeg.global.avformat.avio_open;
import static org.bytedeco.ffmpeg.global.avutil.AVCHROMA_LOC_LEFT;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_PRI_BT709;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_RANGE_MPEG;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_SPC_BT709;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_TRC_BT709;
import static org.bytedeco.ffmpeg.global.avutil.AVMEDIA_TYPE_VIDEO;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUV420P;
import static org.bytedeco.ffmpeg.global.avutil.av_mallocz;
import static org.bytedeco.ffmpeg.global.avutil.av_strdup;

import io.lipstream.libav.Libav;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Map;
import org.bytedeco.ffmpeg.avcodec.AVCodecParameters;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVIOContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVRational;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;

/**
 * libav's MP4 muxer for one video and one sound track. The movie's clock counts in a common
 * multiple of both tracks' units, so that no length is rounded. One thread; owns native memory
 * until closed.
 */
final class Mp4Writer implements AutoCloseable {
  private final AVFormatContext context;
  private final AVPacket packet = av_packet_alloc();
  private final AVStream videoStream;
  private final AVStream soundStream;
  private final AVRational frameUnit;
  private final AVRational sampleUnit;

  Mp4Writer(Path output, VideoTrack video, Soundtrack sound) {
    context = new AVFormatContext(null);
    Libav.check(avformat_alloc_output_context2(context, null, "mp4", null), "allocate an MP4 file");
    int sampleRate = sound.encoderContext().sample_rate();
    frameUnit = new AVRational().num(1).den(video.shape().framesPerSecond());
    sampleUnit = new AVRational().num(1).den(sampleRate);
    try {
      videoStream = avformat_new_stream(context, null);
      soundStream = avformat_new_stream(context, null);
      describe(video);
      Libav.check(
          avcodec_parameters_from_context(soundStream.codecpar(), sound.encoderContext()),
          "describe the sound");
      soundStream.time_base(sampleUnit);
      open(output, commonMultiple(video.shape().framesPerSecond(), sampleRate));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Writes a frame of slices. */
  void frame(byte[] slices, int number, boolean keyFrame) {
    Libav.check(av_new_packet(packet, slices.length), "allocate a frame");
    packet.data().put(slices);
    packet
        .pts(number)
        .dts(number)
        .duration(1)
        .stream_index(videoStream.index())
        .flags(keyFrame ? AV_PKT_FLAG_KEY : 0);
    av_packet_rescale_ts(packet, frameUnit, videoStream.time_base());
    Libav.check(av_interleaved_write_frame(context, packet), "write a frame");
  }

  /** Writes encoded sound, and takes the packet's content. */
  void sound(AVPacket encoded) {
    encoded.stream_index(soundStream.index());
    av_packet_rescale_ts(encoded, sampleUnit, soundStream.time_base());
    Libav.check(av_interleaved_write_frame(context, encoded), "write sound");
  }

  void finish() {
    Libav.check(av_write_trailer(context), "finish the MP4 file");
  }

  @Override
  public void close() {
    av_packet_free(packet);
    if (context.pb() != null && !context.pb().isNull()) {
      AVIOContext file = context.pb();
      avio_closep(file);
      context.pb(file);
    }
    avformat_free_context(context);
    frameUnit.close();
    sampleUnit.close();
  }

  private void describe(VideoTrack video) {
    byte[] headers = video.headers();
    AVCodecParameters codec = videoStream.codecpar();
    BytePointer copy =
        new BytePointer(av_mallocz(headers.length + (long) AV_INPUT_BUFFER_PADDING_SIZE));
    copy.put(headers, 0, headers.length);
    codec
        .codec_type(AVMEDIA_TYPE_VIDEO)
        .codec_id(AV_CODEC_ID_H264)
        .format(AV_PIX_FMT_YUV420P)
        .width(video.shape().width())
        .height(video.shape().height())
        .color_primaries(AVCOL_PRI_BT709)
        .color_trc(AVCOL_TRC_BT709)
        .color_space(AVCOL_SPC_BT709)
        .color_range(AVCOL_RANGE_MPEG)
        .chroma_location(AVCHROMA_LOC_LEFT)
        .extradata(copy)
        .extradata_size(headers.length);
    videoStream.time_base(frameUnit);
    videoStream.avg_frame_rate().num(video.shape().framesPerSecond()).den(1);
  }

  private void open(Path output, long movieTimescale) {
    AVIOContext file = new AVIOContext(null);
    try (BytePointer url = Libav.url(output)) {
      context.url(new BytePointer(av_strdup(url)));
      Libav.check(avio_open(file, url, AVIO_FLAG_WRITE), "write " + output);
    }
    context.pb(file);
    context.flags(context.flags() | AVFormatContext.AVFMT_FLAG_BITEXACT);
    AVDictionary options =
        Libav.options(
            Map.of(
                "movflags",
                "+faststart+write_colr",
                "movie_timescale",
                String.valueOf(movieTimescale)));
    try (PointerPointer<AVDictionary> holder = new PointerPointer<>(1)) {
      holder.put(0, options);
      int written = avformat_write_header(context, holder);
      options = new AVDictionary(holder.get());
      Libav.check(written, "write the MP4 header");
    } finally {
      Libav.free(options);
    }
  }

  private static long commonMultiple(long one, long other) {
    return one / BigInteger.valueOf(one).gcd(BigInteger.valueOf(other)).longValue() * other;
  }
}
