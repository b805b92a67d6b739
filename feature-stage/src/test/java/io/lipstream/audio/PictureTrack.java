package io.lipstream.audio;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_MJPEG;
import static org.bytedeco.ffmpeg.global.avcodec.AV_PKT_FLAG_KEY;
import static org.bytedeco.ffmpeg.global.avcodec.av_new_packet;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_rescale_ts;
import static org.bytedeco.ffmpeg.global.avformat.av_interleaved_write_frame;
import static org.bytedeco.ffmpeg.global.avformat.avformat_new_stream;
import static org.bytedeco.ffmpeg.global.avutil.AVMEDIA_TYPE_VIDEO;
import static org.bytedeco.ffmpeg.global.avutil.av_make_q;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVRational;

/** A video stream of small grey JPEGs, ten a second, for files that hold more than sound. */
final class PictureTrack {
  private static final int SIDE = 32;
  private static final AVRational TIME_BASE = av_make_q(1, 10);

  private final AVFormatContext container;
  private final AVStream stream;

  private PictureTrack(AVFormatContext container) {
    this.container = container;
    stream = avformat_new_stream(container, null);
    stream.codecpar().codec_type(AVMEDIA_TYPE_VIDEO).codec_id(AV_CODEC_ID_MJPEG);
    stream.codecpar().width(SIDE).height(SIDE);
    stream.time_base(TIME_BASE);
  }

  static PictureTrack addTo(AVFormatContext container) {
    return new PictureTrack(container);
  }

  void write(int pictures) {
    byte[] jpeg = jpeg();
    for (int i = 0; i < pictures; i++) {
      AVPacket packet = av_packet_alloc();
      av_new_packet(packet, jpeg.length);
      packet.data().put(jpeg);
      packet.pts(i).dts(i).duration(1).stream_index(stream.index()).flags(AV_PKT_FLAG_KEY);
      av_packet_rescale_ts(packet, TIME_BASE, stream.time_base());
      av_interleaved_write_frame(container, packet);
      av_packet_free(packet);
    }
  }

  private static byte[] jpeg() {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      ImageIO.write(new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB), "jpg", bytes);
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
