package io.lipstream.audio;

import static io.lipstream.error.ErrorCode.AUDIO_UNREADABLE;
import static org.bytedeco.ffmpeg.global.avcodec.AVDISCARD_ALL;
import static org.bytedeco.ffmpeg.global.avformat.avformat_close_input;
import static org.bytedeco.ffmpeg.global.avformat.avformat_find_stream_info;
import static org.bytedeco.ffmpeg.global.avformat.avformat_open_input;
import static org.bytedeco.ffmpeg.global.avutil.AVMEDIA_TYPE_AUDIO;
import static org.bytedeco.ffmpeg.global.avutil.AV_LOG_QUIET;
import static org.bytedeco.ffmpeg.global.avutil.AV_NOPTS_VALUE;
import static org.bytedeco.ffmpeg.global.avutil.av_log_set_level;

import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.ffmpeg.avcodec.AVCodecParameters;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;

/**
 * An opened file with its first audio stream; all other streams are skipped. One thread at a time;
 * owns libav's format context until it is closed.
 */
final class AudioContainer implements AutoCloseable {
  static {
    av_log_set_level(AV_LOG_QUIET);
  }

  private final AVFormatContext context;
  private final int streamIndex;
  private double promisedSeconds;

  private AudioContainer(AVFormatContext context) {
    this.context = context;
    streamIndex = firstAudioStream(context);
  }

  static AudioContainer open(Path file) {
    try {
      if (Files.size(file) == 0) {
        throw unreadable("the voice is an empty file");
      }
      AudioContainer container = new AudioContainer(openFormat(file));
      try {
        container.probe(file);
        return container;
      } catch (RuntimeException | IOException e) {
        container.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static AVFormatContext openFormat(Path file) {
    AVDictionary options =
        LibavOptions.of(
            "protocol_whitelist", TrustedFormats.PROTOCOLS,
            "format_whitelist", TrustedFormats.DEMUXERS,
            "codec_whitelist", TrustedFormats.DECODERS);
    try (PointerPointer<AVFormatContext> holder = new PointerPointer<>(1);
        PointerPointer<AVDictionary> optionHolder = new PointerPointer<>(1);
        BytePointer name =
            new BytePointer(
                ("file:" + file.toAbsolutePath() + "\0").getBytes(StandardCharsets.UTF_8))) {
      holder.put(0, null);
      optionHolder.put(0, options);
      int opened = avformat_open_input(holder, name, null, optionHolder);
      options = new AVDictionary(optionHolder.get());
      if (opened < 0) {
        throw unreadable("the voice is not audio of a known kind, or its beginning is damaged");
      }
      return holder.get(AVFormatContext.class);
    } finally {
      LibavOptions.free(options);
    }
  }

  private void probe(Path file) throws IOException {
    if (streamIndex >= 0) {
      promisedSeconds = promisedSeconds(file);
    }
    if (avformat_find_stream_info(context, (PointerPointer<?>) null) < 0) {
      throw unreadable("the voice is damaged: its streams cannot be told apart");
    }
    if (streamIndex < 0) {
      throw unreadable("the voice is a file without an audio track");
    }
  }

  private static int firstAudioStream(AVFormatContext context) {
    int first = -1;
    for (int i = 0; i < context.nb_streams(); i++) {
      AVStream stream = context.streams(i);
      if (first < 0 && stream.codecpar().codec_type() == AVMEDIA_TYPE_AUDIO) {
        first = i;
      } else {
        stream.discard(AVDISCARD_ALL);
      }
    }
    return first;
  }

  /** What the header says, before libav completes it with guesses of its own. */
  private double promisedSeconds(Path file) throws IOException {
    if (context.iformat().name().getString().equals("wav")) {
      return WavHeader.promisedSeconds(file);
    }
    AVStream stream = context.streams(streamIndex);
    return stream.duration() == AV_NOPTS_VALUE
        ? 0
        : (double) stream.duration() * stream.time_base().num() / stream.time_base().den();
  }

  AVFormatContext context() {
    return context;
  }

  int streamIndex() {
    return streamIndex;
  }

  AVCodecParameters codec() {
    return context.streams(streamIndex).codecpar();
  }

  /** Seconds that the container's header promises, 0 where it promises none. */
  double promisedSeconds() {
    return promisedSeconds;
  }

  @Override
  public void close() {
    avformat_close_input(context);
  }

  private static LipstreamException unreadable(String message) {
    return new LipstreamException(AUDIO_UNREADABLE, message);
  }
}
