package io.lipstream.inspection;

import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_unref;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_decoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_to_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_frame;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_packet;
import static org.bytedeco.ffmpeg.global.avformat.av_read_frame;
import static org.bytedeco.ffmpeg.global.avformat.avformat_close_input;
import static org.bytedeco.ffmpeg.global.avformat.avformat_find_stream_info;
import static org.bytedeco.ffmpeg.global.avformat.avformat_open_input;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUV420P;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_get_pix_fmt_name;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.libav.Libav;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;

/** A video file or a raw piece, opened by libav. One thread; owns native memory until closed. */
final class OpenedVideo implements AutoCloseable {
  private final AVFormatContext context;

  OpenedVideo(Path file) {
    try (PointerPointer<AVFormatContext> holder = new PointerPointer<>(1);
        BytePointer url = Libav.url(file)) {
      holder.put(0, null);
      Libav.check(avformat_open_input(holder, url, null, (PointerPointer<?>) null), "open " + file);
      context = holder.get(AVFormatContext.class);
    }
    try {
      Libav.check(
          avformat_find_stream_info(context, (PointerPointer<?>) null), "look into " + file);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** The first stream of a kind, or null. */
  AVStream stream(int kind) {
    for (int i = 0; i < context.nb_streams(); i++) {
      if (context.streams(i).codecpar().codec_type() == kind) {
        return context.streams(i);
      }
    }
    return null;
  }

  /** Hands over the packets that are left, of all streams; each is valid during its call. */
  void packets(Consumer<AVPacket> visitor) {
    AVPacket packet = av_packet_alloc();
    try {
      int read = av_read_frame(context, packet);
      while (read >= 0) {
        visitor.accept(packet);
        av_packet_unref(packet);
        read = av_read_frame(context, packet);
      }
      if (read != AVERROR_EOF) {
        Libav.check(read, "read a packet");
      }
    } finally {
      av_packet_free(packet);
    }
  }

  /** Decodes the frames of a video stream, in the order that they are shown in. */
  void pictures(AVStream stream, Consumer<DecodedPicture> visitor) {
    AVCodecContext decoder = avcodec_alloc_context3(null);
    AVFrame frame = av_frame_alloc();
    try {
      Libav.check(avcodec_parameters_to_context(decoder, stream.codecpar()), "open a decoder");
      decoder.thread_count(1);
      Libav.check(
          avcodec_open2(decoder, avcodec_find_decoder(decoder.codec_id()), (AVDictionary) null),
          "open a decoder");
      packets(
          packet -> {
            if (packet.stream_index() == stream.index()) {
              decode(decoder, packet, frame, visitor);
            }
          });
      decode(decoder, null, frame, visitor);
    } finally {
      av_frame_free(frame);
      avcodec_free_context(decoder);
    }
  }

  @Override
  public void close() {
    avformat_close_input(context);
  }

  private static void decode(
      AVCodecContext decoder, AVPacket packet, AVFrame frame, Consumer<DecodedPicture> visitor) {
    Libav.check(avcodec_send_packet(decoder, packet), "decode a frame");
    while (Libav.received(avcodec_receive_frame(decoder, frame), "decode a frame")) {
      if (frame.format() != AV_PIX_FMT_YUV420P) {
        throw new LipstreamException(
            ErrorCode.ENCODING_FAILED,
            "frames are %s, expected yuv420p".formatted(name(frame.format())));
      }
      int width = frame.width();
      int height = frame.height();
      visitor.accept(
          new DecodedPicture(
              width,
              height,
              plane(frame, 0, width, height),
              plane(frame, 1, width / 2, height / 2),
              plane(frame, 2, width / 2, height / 2)));
    }
  }

  private static String name(int pixelFormat) {
    BytePointer name = av_get_pix_fmt_name(pixelFormat);
    return name == null ? "unknown" : name.getString();
  }

  private static byte[] plane(AVFrame frame, int index, int width, int height) {
    byte[] plane = new byte[width * height];
    int stride = frame.linesize(index);
    ByteBuffer source = frame.data(index).capacity((long) height * stride).asByteBuffer();
    for (int row = 0; row < height; row++) {
      source.get(row * stride, plane, row * width, width);
    }
    return plane;
  }
}
