package io.lipstream.libav;

import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EAGAIN;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.AV_LOG_QUIET;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_free;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_set;
import static org.bytedeco.ffmpeg.global.avutil.av_log_set_level;
import static org.bytedeco.ffmpeg.global.avutil.av_strerror;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.javacpp.BytePointer;

/** What every caller of libav's C functions does: check results, pass options, name files. */
public final class Libav {
  private static final int LONGEST_REASON = 128;

  static {
    av_log_set_level(AV_LOG_QUIET);
  }

  private Libav() {}

  /**
   * Passes a result on, unless it is an error.
   *
   * @param action what was tried, as it stands in "could not ..."
   * @throws LipstreamException ENCODING_FAILED with libav's reason
   */
  public static int check(int result, String action) {
    if (result < 0) {
      throw new LipstreamException(
          ErrorCode.ENCODING_FAILED, "could not %s: %s".formatted(action, reason(result)));
    }
    return result;
  }

  /** As {@link #check} for what returns a pointer. */
  public static <T> T checkPointer(T pointer, String action) {
    if (pointer == null) {
      throw new LipstreamException(ErrorCode.ENCODING_FAILED, "could not %s".formatted(action));
    }
    return pointer;
  }

  /** Whether a codec gave something, rather than wanting more input or being at its end. */
  public static boolean received(int result, String action) {
    if (result == AVERROR_EAGAIN() || result == AVERROR_EOF) {
      return false;
    }
    check(result, action);
    return true;
  }

  /** Options for one call. */
  public static AVDictionary options(Map<String, String> values) {
    AVDictionary options = new AVDictionary(null);
    values.forEach((name, value) -> check(av_dict_set(options, name, value, 0), "set " + name));
    return options;
  }

  /** Frees what {@link #options} gave, also where a call has taken options out of it. */
  public static void free(AVDictionary options) {
    av_dict_free(options);
  }

  /** A file's address, in UTF-8 whatever the machine's locale is. */
  public static BytePointer url(Path file) {
    return new BytePointer(
        ("file:" + file.toAbsolutePath() + '\0').getBytes(StandardCharsets.UTF_8));
  }

  private static String reason(int error) {
    byte[] text = new byte[LONGEST_REASON];
    av_strerror(error, text, text.length);
    int length = 0;
    while (length < text.length && text[length] != 0) {
      length++;
    }
    return new String(text, 0, length, StandardCharsets.UTF_8);
  }
}
