package io.lipstream.audio;

import static io.lipstream.error.ErrorCode.AUDIO_UNREADABLE;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_unref;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_decoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_get_name;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_to_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_frame;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_packet;
import static org.bytedeco.ffmpeg.global.avformat.av_read_frame;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EAGAIN;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;

import io.lipstream.error.LipstreamException;
import java.nio.file.Path;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;

/**
 * The decoded frames of a file's audio track, one after another, and the account of what was lost.
 * One thread at a time; owns a decoder's native memory until it is closed.
 */
final class AudioTrack implements AutoCloseable {
  private final AudioContainer container;
  private final AVCodecContext decoder = avcodec_alloc_context3(null);
  private final AVPacket packet = av_packet_alloc();
  private final AVFrame frame = av_frame_alloc();
  private long packets;
  private long damagedPackets;
  private boolean drained;

  private AudioTrack(AudioContainer container) {
    this.container = container;
  }

  static AudioTrack open(Path file) {
    AudioTrack track = new AudioTrack(AudioContainer.open(file));
    try {
      track.openDecoder();
      return track;
    } catch (RuntimeException e) {
      track.close();
      throw e;
    }
  }

  private void openDecoder() {
    int codecId = container.codec().codec_id();
    AVCodec codec = avcodec_find_decoder(codecId);
    AVDictionary options = LibavOptions.of("codec_whitelist", TrustedFormats.DECODERS);
    try {
      if (codec == null
          || avcodec_parameters_to_context(decoder, container.codec()) < 0
          || avcodec_open2(decoder, codec, options) < 0) {
        throw new LipstreamException(
            AUDIO_UNREADABLE,
            "the voice is coded as %s, which cannot be decoded"
                .formatted(avcodec_get_name(codecId).getString()));
      }
    } finally {
      LibavOptions.free(options);
    }
  }

  /** The next decoded frame, valid until the next call, or null at the end. */
  AVFrame next() {
    while (true) {
      int received = avcodec_receive_frame(decoder, frame);
      if (received == 0) {
        return frame;
      }
      if (received == AVERROR_EOF) {
        return null;
      }
      if (received != AVERROR_EAGAIN()) {
        damagedPackets++;
      } else if (drained) {
        return null;
      }
      feed();
    }
  }

  private void feed() {
    if (drained) {
      return;
    }
    int read;
    do {
      av_packet_unref(packet);
      read = av_read_frame(container.context(), packet);
    } while (read >= 0 && packet.stream_index() != container.streamIndex());
    if (read < 0) {
      drained = true;
      avcodec_send_packet(decoder, null);
      return;
    }
    packets++;
    if (avcodec_send_packet(decoder, packet) < 0) {
      damagedPackets++;
    }
  }

  /**
   * Refuses a recording of which too much was lost; to be asked when the end was reached.
   *
   * @param seconds what could be decoded
   */
  void requireSound(double seconds) {
    if (damagedPackets > 2 && damagedPackets * 100 > packets) {
      throw new LipstreamException(
          AUDIO_UNREADABLE,
          "the voice is damaged: %d of %d packets cannot be decoded"
              .formatted(damagedPackets, packets));
    }
    double promised = container.promisedSeconds();
    if (promised - seconds > Math.max(0.25, promised / 100)) {
      throw new LipstreamException(
          AUDIO_UNREADABLE,
          "the voice is cut off: its header promises %.2f s, %.2f s are there"
              .formatted(promised, seconds));
    }
  }

  @Override
  public void close() {
    av_frame_free(frame);
    av_packet_free(packet);
    avcodec_free_context(decoder);
    container.close();
  }
}
