package io.lipstream.assembly;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;

/**
 * What a clip's video is like.
 *
 * @param width pixels, as the pieces were encoded
 * @param height pixels, as the pieces were encoded
 * @param frames of all pieces together
 */
public record ClipShape(int width, int height, int frames, int framesPerSecond) {
  public ClipShape {
    if (width < 1 || height < 1 || frames < 1 || framesPerSecond < 1) {
      throw new LipstreamException(
          ErrorCode.ENCODING_FAILED,
          "%d frames of %dx%d at %d a second are no clip"
              .formatted(frames, width, height, framesPerSecond));
    }
  }

  double seconds() {
    return (double) frames / framesPerSecond;
  }

  /** Samples a channel that last as long, to the nearest. */
  long samples(int sampleRate) {
    return Math.round((double) frames * sampleRate / framesPerSecond);
  }
}
