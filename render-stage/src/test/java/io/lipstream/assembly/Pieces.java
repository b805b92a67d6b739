package io.lipstream.assembly;

import io.lipstream.encoding.EncodingSettings;
import io.lipstream.encoding.PieceEncoder;
import io.lipstream.encoding.StillPicture;
import io.lipstream.portrait.RgbImage;
import io.lipstream.rendering.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Encoded pieces of a picture whose middle changes with every frame. */
final class Pieces {
  static final int WIDTH = 64;
  static final int HEIGHT = 48;
  private static final Region REGION = new Region(16, 16, 32, 16);
  private static final PieceEncoder ENCODER = new PieceEncoder(new EncodingSettings(20));

  private Pieces() {}

  /** Pieces of so many frames, the last one of what is left. */
  static List<byte[]> of(int frames, int pieceFrames, int framesPerSecond) {
    List<byte[]> pieces = new ArrayList<>();
    for (int from = 0; from < frames; from += pieceFrames) {
      int first = from;
      int end = Math.min(frames, from + pieceFrames);
      pieces.add(
          ENCODER.encode(
              StillPicture.of(plain(WIDTH, HEIGHT, 90)),
              REGION,
              framesPerSecond,
              sink -> {
                for (int frame = first; frame < end; frame++) {
                  sink.frame(plain(REGION.width(), REGION.height(), 20 + frame * 37 % 200));
                }
              }));
    }
    return pieces;
  }

  /** A piece of another size. */
  static byte[] larger() {
    return ENCODER.encode(
        StillPicture.of(plain(2 * WIDTH, HEIGHT, 90)),
        REGION,
        25,
        sink -> sink.frame(plain(REGION.width(), REGION.height(), 20)));
  }

  private static RgbImage plain(int width, int height, int grey) {
    byte[] rgb = new byte[3 * width * height];
    Arrays.fill(rgb, (byte) grey);
    return new RgbImage(width, height, rgb);
  }
}
