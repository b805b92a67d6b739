package io.lipstream.assembly;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_FLAG_BITEXACT;
import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_FLAG_GLOBAL_HEADER;
import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_AAC;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_encoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_packet;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_frame;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_FLTP;
import static org.bytedeco.ffmpeg.global.avutil.av_channel_layout_default;

import io.lipstream.libav.Libav;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;

/** libav's AAC-LC encoder, for one soundtrack. One thread; owns native memory until closed. */
final class AacEncoder implements AutoCloseable {
  /** More than AAC can spend at low sample rates. */
  private static final long BITS_A_SAMPLE = 3;

  private final AVCodecContext context;
  private final AVPacket packet = av_packet_alloc();

  /**
   * @param bitRate bits a second of each channel at most
   */
  AacEncoder(int sampleRate, int channels, int bitRate) {
    AVCodec codec =
        Libav.checkPointer(avcodec_find_encoder(AV_CODEC_ID_AAC), "find the AAC encoder");
    context = Libav.checkPointer(avcodec_alloc_context3(codec), "allocate an encoder");
    context
        .sample_rate(sampleRate)
        .sample_fmt(AV_SAMPLE_FMT_FLTP)
        .bit_rate(channels * Math.min(bitRate, BITS_A_SAMPLE * sampleRate))
        .thread_count(1)
        .flags(AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT);
    av_channel_layout_default(context.ch_layout(), channels);
    context.time_base().num(1).den(sampleRate);
    try {
      Libav.check(
          avcodec_open2(context, codec, (AVDictionary) null),
          "open the AAC encoder for %d Hz".formatted(sampleRate));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  AVCodecContext context() {
    return context;
  }

  /** Encodes a frame, or what is left when there is none, and writes what came of it. */
  void encode(AVFrame frame, Mp4Writer writer) {
    Libav.check(avcodec_send_frame(context, frame), "encode sound");
    while (Libav.received(avcodec_receive_packet(context, packet), "encode sound")) {
      writer.sound(packet);
    }
  }

  @Override
  public void close() {
    av_packet_free(packet);
    avcodec_free_context(context);
  }
}
