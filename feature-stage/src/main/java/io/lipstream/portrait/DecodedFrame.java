package io.lipstream.portrait;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.bytedeco.ffmpeg.global.avcodec.AV_EF_CRCCHECK;
import static org.bytedeco.ffmpeg.global.avcodec.AV_EF_EXPLODE;
import static org.bytedeco.ffmpeg.global.avcodec.av_new_packet;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_decoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_frame;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_packet;
import static org.bytedeco.ffmpeg.global.avutil.AV_LOG_QUIET;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_log_set_level;
import static org.bytedeco.ffmpeg.global.avutil.av_strerror;

import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.global.avutil;

/**
 * A picture as libav's decoder leaves it, in the decoder's own pixel format and in native memory
 * until closed. A decoder of its own per picture, one thread, and any damage that the decoder
 * notices ends the decoding instead of being painted over.
 */
final class DecodedFrame implements AutoCloseable {
  static {
    av_log_set_level(AV_LOG_QUIET);
  }

  private final AVFrame frame;

  private DecodedFrame(AVFrame frame) {
    this.frame = frame;
  }

  /**
   * Decodes a still picture, of an animation the first.
   *
   * @param halvings how often a JPEG is halved while it is decoded, 0 to 3; 0 for other kinds
   * @param maximumPixels the decoder's own guard, for files whose header says one size and whose
   *     data another
   */
  static DecodedFrame decode(PictureKind kind, byte[] content, int halvings, long maximumPixels)
      throws DamagedPictureException {
    AVCodecContext context = avcodec_alloc_context3(avcodec_find_decoder(kind.codec()));
    AVPacket packet = av_packet_alloc();
    AVFrame frame = av_frame_alloc();
    try {
      context.err_recognition(AV_EF_EXPLODE | AV_EF_CRCCHECK);
      context.thread_count(1);
      context.lowres(halvings);
      context.max_pixels(maximumPixels);
      check(
          avcodec_open2(context, context.codec(), (org.bytedeco.ffmpeg.avutil.AVDictionary) null));
      check(av_new_packet(packet, content.length));
      packet.data().put(content);
      check(avcodec_send_packet(context, packet));
      check(avcodec_send_packet(context, null));
      check(avcodec_receive_frame(context, frame));
      DecodedFrame decoded = new DecodedFrame(frame);
      frame = null;
      return decoded;
    } finally {
      av_frame_free(frame);
      av_packet_free(packet);
      avcodec_free_context(context);
    }
  }

  AVFrame frame() {
    return frame;
  }

  private static void check(int result) throws DamagedPictureException {
    if (result < 0) {
      byte[] text = new byte[avutil.AV_ERROR_MAX_STRING_SIZE];
      av_strerror(result, text, text.length);
      String reason = new String(text, UTF_8);
      throw new DamagedPictureException(
          "its data is damaged (" + reason.substring(0, reason.indexOf('\0')) + ")");
    }
  }

  @Override
  public void close() {
    av_frame_free(frame);
  }
}
