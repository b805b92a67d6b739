package io.lipstream.encoding;

import static org.bytedeco.ffmpeg.global.avcodec.AV_PROFILE_H264_HIGH;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_unref;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_encoder_by_name;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_packet;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_frame;
import static org.bytedeco.ffmpeg.global.avutil.AVCHROMA_LOC_LEFT;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_PRI_BT709;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_RANGE_MPEG;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_SPC_BT709;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_TRC_BT709;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUV420P;

import io.lipstream.libav.Libav;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;

/**
 * OpenH264 through libav, for one piece. Its quality mode with equal bounds of the quantizer is
 * what was measured to be constant; switched-off rate control ignores the bounds. One thread.
 *
 * <p>Where a whole picture becomes another from one frame to the next, OpenH264 makes a key frame
 * of its own accord, and libav has no option to forbid it. Such a frame carries the same headers,
 * and the assembler marks it as the key frame that it is.
 */
final class H264Encoder implements AutoCloseable {
  private static final String NAME = "libopenh264";

  private final AVCodecContext context;
  private final AVPacket packet;
  private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
  private long frames;

  H264Encoder(int width, int height, int framesPerSecond, int quantizer) {
    AVCodec codec = Libav.checkPointer(avcodec_find_encoder_by_name(NAME), "find " + NAME);
    context = Libav.checkPointer(avcodec_alloc_context3(codec), "allocate an encoder");
    packet = av_packet_alloc();
    context.width(width).height(height).pix_fmt(AV_PIX_FMT_YUV420P);
    context.time_base().num(1).den(framesPerSecond);
    context.framerate().num(framesPerSecond).den(1);
    context.sample_aspect_ratio().num(1).den(1);
    context
        .color_primaries(AVCOL_PRI_BT709)
        .color_trc(AVCOL_TRC_BT709)
        .colorspace(AVCOL_SPC_BT709)
        .color_range(AVCOL_RANGE_MPEG)
        .chroma_sample_location(AVCHROMA_LOC_LEFT);
    context.profile(AV_PROFILE_H264_HIGH).gop_size(0).max_b_frames(0).slices(1).thread_count(1);
    context.qmin(quantizer).qmax(quantizer);
    AVDictionary options =
        Libav.options(Map.of("rc_mode", "quality", "coder", "cabac", "allow_skip_frames", "0"));
    try {
      Libav.check(
          avcodec_open2(context, codec, options),
          "open %s for %dx%d".formatted(NAME, width, height));
    } catch (RuntimeException e) {
      close();
      throw e;
    } finally {
      Libav.free(options);
    }
  }

  void add(AVFrame picture) {
    picture.pts(frames++);
    Libav.check(avcodec_send_frame(context, picture), "encode a frame");
    collect();
  }

  /** The whole piece; nothing can be added any more. */
  byte[] finish() {
    if (frames == 0) {
      throw new IllegalArgumentException("a piece has at least one frame");
    }
    Libav.check(avcodec_send_frame(context, null), "finish a piece");
    collect();
    return stream.toByteArray();
  }

  @Override
  public void close() {
    av_packet_free(packet);
    avcodec_free_context(context);
  }

  private void collect() {
    while (Libav.received(avcodec_receive_packet(context, packet), "encode a frame")) {
      byte[] bytes = new byte[packet.size()];
      packet.data().get(bytes);
      stream.writeBytes(bytes);
      av_packet_unref(packet);
    }
  }
}
