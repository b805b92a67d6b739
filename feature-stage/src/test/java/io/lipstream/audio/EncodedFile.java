package io.lipstream.audio;

import static org.bytedeco.ffmpeg.global.avcodec.*;
import static org.bytedeco.ffmpeg.global.avformat.*;
import static org.bytedeco.ffmpeg.global.avutil.*;
import static org.bytedeco.ffmpeg.global.swresample.*;

import java.nio.file.Path;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVIOContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.swresample.SwrContext;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.PointerPointer;

/** Encodes a sound with an encoder of libav into the container that the file's name asks for. */
final class EncodedFile implements AutoCloseable {
  static {
    av_log_set_level(AV_LOG_QUIET);
  }

  private final AVFormatContext container = new AVFormatContext(null);
  private final AVCodecContext encoder;
  private final AVStream stream;
  private final PictureTrack pictures;
  private final AVPacket packet = av_packet_alloc();
  private final AVFrame frame = av_frame_alloc();
  private final SwrContext conversion = new SwrContext(null);

  private EncodedFile(
      Path file, Sound sound, String encoderName, int sampleFormat, boolean withPictures) {
    check(avformat_alloc_output_context2(container, null, null, file.toString()));
    pictures = withPictures ? PictureTrack.addTo(container) : null;
    AVCodec codec = avcodec_find_encoder_by_name(encoderName);
    if (codec == null) {
      throw new IllegalArgumentException("no encoder " + encoderName);
    }
    encoder = avcodec_alloc_context3(codec);
    av_channel_layout_default(encoder.ch_layout(), sound.channels());
    encoder.sample_fmt(sampleFormat).sample_rate(sound.sampleRate()).bit_rate(128_000);
    encoder.time_base(av_make_q(1, sound.sampleRate()));
    encoder.strict_std_compliance(-2);
    if ((container.oformat().flags() & AVFMT_GLOBALHEADER) != 0) {
      encoder.flags(encoder.flags() | AV_CODEC_FLAG_GLOBAL_HEADER);
    }
    check(avcodec_open2(encoder, codec, (PointerPointer<?>) null));
    stream = avformat_new_stream(container, null);
    check(avcodec_parameters_from_context(stream.codecpar(), encoder));
    stream.time_base(encoder.time_base());
    AVIOContext io = new AVIOContext(null);
    check(avio_open(io, file.toString(), AVIO_FLAG_WRITE));
    container.pb(io);
    AVDictionary options = new AVDictionary(null);
    av_dict_set(options, "movflags", "faststart", 0);
    check(avformat_write_header(container, options));
    av_dict_free(options);
    check(
        swr_alloc_set_opts2(
            conversion,
            encoder.ch_layout(),
            sampleFormat,
            sound.sampleRate(),
            encoder.ch_layout(),
            AV_SAMPLE_FMT_FLTP,
            sound.sampleRate(),
            0,
            null));
    check(swr_init(conversion));
  }

  static Path write(Path file, Sound sound, String encoderName, int sampleFormat) {
    try (EncodedFile encoded = new EncodedFile(file, sound, encoderName, sampleFormat, false)) {
      encoded.encode(sound);
    }
    return file;
  }

  /** A video file whose second track is the sound, as AAC, and whose first lasts twice as long. */
  static Path writeMovie(Path file, Sound sound) {
    try (EncodedFile encoded = new EncodedFile(file, sound, "aac", AV_SAMPLE_FMT_FLTP, true)) {
      encoded.pictures.write((int) Math.ceil(20 * sound.seconds()));
      encoded.encode(sound);
    }
    return file;
  }

  /** A video file without any sound. */
  static Path writeSilentMovie(Path file) {
    AVFormatContext container = new AVFormatContext(null);
    check(avformat_alloc_output_context2(container, null, null, file.toString()));
    PictureTrack pictures = PictureTrack.addTo(container);
    AVIOContext io = new AVIOContext(null);
    check(avio_open(io, file.toString(), AVIO_FLAG_WRITE));
    container.pb(io);
    check(avformat_write_header(container, (PointerPointer<?>) null));
    pictures.write(10);
    check(av_write_trailer(container));
    avio_closep(container.pb());
    avformat_free_context(container);
    return file;
  }

  private void encode(Sound sound) {
    int size = encoder.frame_size() > 0 ? encoder.frame_size() : 1024;
    for (int from = 0; from < sound.length(); from += size) {
      int count = Math.min(size, sound.length() - from);
      av_frame_unref(frame);
      frame.nb_samples(count).format(encoder.sample_fmt()).sample_rate(sound.sampleRate());
      frame.pts(from);
      av_channel_layout_copy(frame.ch_layout(), encoder.ch_layout());
      check(av_frame_get_buffer(frame, 0));
      convert(sound, from, count);
      check(avcodec_send_frame(encoder, frame));
      drain();
    }
    check(avcodec_send_frame(encoder, null));
    drain();
    check(av_write_trailer(container));
  }

  private void convert(Sound sound, int from, int count) {
    FloatPointer[] channels = new FloatPointer[sound.channels()];
    try (PointerPointer<FloatPointer> planes = new PointerPointer<>(channels.length)) {
      for (int c = 0; c < channels.length; c++) {
        channels[c] = new FloatPointer(count).put(sound.samples()[c], from, count);
        planes.put(c, channels[c]);
      }
      check(swr_convert(conversion, frame.extended_data(), count, planes, count));
    }
    for (FloatPointer channel : channels) {
      channel.close();
    }
  }

  private void drain() {
    while (avcodec_receive_packet(encoder, packet) >= 0) {
      av_packet_rescale_ts(packet, encoder.time_base(), stream.time_base());
      packet.stream_index(stream.index());
      check(av_interleaved_write_frame(container, packet));
    }
  }

  private static void check(int result) {
    if (result < 0) {
      throw new IllegalStateException("libav answered " + result);
    }
  }

  @Override
  public void close() {
    avio_closep(container.pb());
    avformat_free_context(container);
    avcodec_free_context(encoder);
    av_packet_free(packet);
    av_frame_free(frame);
    swr_free(conversion);
  }
}
