package io.lipstream.audio;

import java.nio.file.Path;

/**
 * Decodes recordings of any common kind (wav, mp3, aac and m4a, flac, ogg with opus or vorbis, the
 * first audio track of a video file; any rate, up to 8 channels) through libav, in this process.
 * Thread-safe: each stream has contexts of its own and decodes on the thread that reads it.
 *
 * <p>Only local files are opened, only by the containers and decoders listed in {@link
 * TrustedFormats}. Channels are mixed down without clipping, samples that are not finite count as
 * silence.
 *
 * <p>A damaged recording is refused when the end is reached: when decoding failed for more than one
 * packet in a hundred, or when the container promises at least a quarter of a second and one per
 * cent more than could be decoded. Kinds that promise nothing (Ogg, bare AAC, MP3 without a Xing
 * header, a wav written to a pipe) are then simply as long as what could be decoded.
 */
public final class AudioDecoder {
  private AudioDecoder() {}

  /**
   * Opens a recording and decodes its first samples.
   *
   * @throws io.lipstream.error.LipstreamException AUDIO_UNREADABLE if the file is empty, not audio
   *     of a known kind, or damaged at its beginning
   */
  public static AudioStream open(Path file, AudioTarget target, AudioLimits limits) {
    AudioTrack track = AudioTrack.open(file);
    try {
      return DecodedStream.start(track, target, limits);
    } catch (RuntimeException e) {
      track.close();
      throw e;
    }
  }
}
