package io.lipstream.assembly;

import io.lipstream.audio.AudioDecoder;
import io.lipstream.audio.AudioLimits;
import io.lipstream.audio.AudioStream;
import io.lipstream.audio.AudioTarget;
import io.lipstream.storage.Digest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Joins a clip's pieces and its voice to one MP4. Video is not encoded again: frame n is shown at
 * exactly n by the frame rate. Sound is encoded once, as AAC at the voice's own rate and channels,
 * begins at 0 exactly, and ends with the video: a longer voice is cut, a shorter one is followed by
 * silence. The header comes before the media. The same inputs give the same bytes.
 *
 * <p>One piece at a time is held in memory, whatever the clip's length. Thread-safe; all native
 * memory is freed on every path.
 */
public final class ClipAssembler {
  private final AudioLimits limits;
  private final AssemblySettings settings;

  /**
   * @param limits of the voice, as when its features were made
   */
  public ClipAssembler(AudioLimits limits, AssemblySettings settings) {
    this.limits = limits;
    this.settings = settings;
  }

  /**
   * Writes the video.
   *
   * @param output file to write, replaced if it is there; no video after a failure
   * @throws io.lipstream.error.LipstreamException ENCODING_FAILED if the pieces do not fit together
   *     or the clip, or if the file cannot be written; what {@link AudioDecoder} says of the voice
   */
  public AssembledClip assemble(
      PieceSource pieces, int pieceCount, Path voice, ClipShape shape, Path output) {
    try (AudioStream sound = AudioDecoder.open(voice, AudioTarget.soundtrack(), limits);
        VideoTrack video = new VideoTrack(pieces, pieceCount, shape);
        Soundtrack audio =
            new Soundtrack(sound, shape.samples(sound.sampleRate()), settings.audioBitRate())) {
      try (Mp4Writer writer = new Mp4Writer(output, video, audio)) {
        interleave(video, audio, writer);
        writer.finish();
      }
      return new AssembledClip(
          shape.frames(),
          shape.seconds(),
          Files.size(output),
          Digest.of(output),
          sound.sampleRate(),
          sound.channels());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes sound up to each frame's end before the next frame. */
  private static void interleave(VideoTrack video, Soundtrack audio, Mp4Writer writer)
      throws IOException {
    while (video.writeNext(writer)) {
      audio.writeUntil(video.seconds(), writer);
    }
    video.requireComplete();
    audio.finish(writer);
  }
}
