package io.lipstream.audio;

import static org.bytedeco.ffmpeg.global.avutil.av_dict_free;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_set;

import org.bytedeco.ffmpeg.avutil.AVDictionary;

/** Options for one call into libav; the caller frees them. */
final class LibavOptions {
  private LibavOptions() {}

  static AVDictionary of(String... namesAndValues) {
    AVDictionary options = new AVDictionary(null);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      av_dict_set(options, namesAndValues[i], namesAndValues[i + 1], 0);
    }
    return options;
  }

  static void free(AVDictionary options) {
    av_dict_free(options);
  }
}
