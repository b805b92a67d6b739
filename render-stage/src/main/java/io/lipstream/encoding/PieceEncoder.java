package io.lipstream.encoding;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.portrait.RgbImage;
import io.lipstream.rendering.Region;

/**
 * Encodes frames as one H.264 piece: an Annex B stream that is a closed group of pictures, High
 * profile, without B-frames, with its own headers, BT.709 in limited range and tagged so.
 *
 * <p>The quantizer is constant, since rate control starts cold in each piece and would pulse at the
 * joints. Encoder and its threads are pinned, so that the same frames give the same bytes, and all
 * pieces of one size and frame rate have the same headers and join without re-encoding.
 * Thread-safe: each piece has an encoder of its own, whose memory is freed on every path.
 */
public final class PieceEncoder {
  private static final int SHORTEST_SIDE = 16;
  private static final int MOST_MACROBLOCKS = 36_864;

  private final EncodingSettings settings;

  public PieceEncoder(EncodingSettings settings) {
    this.settings = settings;
  }

  /**
   * Encodes a piece.
   *
   * @param still what every frame is outside the region
   * @param region even box in the frame
   * @param framesPerSecond of the clip
   * @param frames at least one frame
   * @return Annex B bytes
   * @throws LipstreamException ENCODING_FAILED
   */
  public byte[] encode(StillPicture still, Region region, int framesPerSecond, FrameSource frames) {
    RgbImage frame = still.frame();
    requireEncodable(frame.width(), frame.height());
    try (NativePicture picture = new NativePicture(still, region);
        H264Encoder encoder =
            new H264Encoder(frame.width(), frame.height(), framesPerSecond, settings.quantizer())) {
      frames.supply(pixels -> encoder.add(picture.with(pixels)));
      return encoder.finish();
    }
  }

  private static void requireEncodable(int width, int height) {
    if (Math.min(width, height) < SHORTEST_SIDE) {
      throw new LipstreamException(
          ErrorCode.ENCODING_FAILED,
          "a video of %dx%d is too small, each side must have at least %d pixels"
              .formatted(width, height, SHORTEST_SIDE));
    }
    int macroblocks = (width + 15) / 16 * ((height + 15) / 16);
    if (macroblocks > MOST_MACROBLOCKS) {
      throw new LipstreamException(
          ErrorCode.ENCODING_FAILED,
          "a video of %dx%d has %d macroblocks, the encoder takes at most %d"
              .formatted(width, height, macroblocks, MOST_MACROBLOCKS));
    }
  }
}
