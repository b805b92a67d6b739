package io.lipstream.audio;

/**
 * A recording that is decoded while it is read, in memory that does not grow with its length. One
 * thread at a time; close it on every path, it holds native memory.
 */
public interface AudioStream extends AutoCloseable {
  /**
   * Reads what comes next, as far as it fits.
   *
   * @param interleaved samples in [-1, 1], one after another for the channels of a frame; room for
   *     at least one frame
   * @return frames read, at least 1, or -1 at the end
   * @throws io.lipstream.error.LipstreamException AUDIO_UNREADABLE, AUDIO_TOO_LONG as soon as the
   *     limit is passed, AUDIO_TOO_SHORT at the end
   */
  int read(float[] interleaved);

  /** Frames a second of what is read. */
  int sampleRate();

  /** Channels of what is read. */
  int channels();

  /**
   * Seconds of the recording decoded so far, by the recording's own samples; its duration once the
   * end was read. What a header says is never asked.
   */
  double sourceSeconds();

  @Override
  void close();
}
