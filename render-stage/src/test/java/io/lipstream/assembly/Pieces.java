package io.lipstream.assembly;

import io.lipstream.encoding.EncodingSettings;
import io.lipstream.encoding.PieceEncoder;
import io.lipstream.encoding.StillPicture;
import io.lipstream.portrait.RgbImage;
import io.lipstream.rendering.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

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

  /** A piece of another frame width, with as many frames. */
  static byte[] wider(int frames) {
    return ENCODER.encode(
        StillPicture.of(plain(WIDTH + 16, HEIGHT, 90)),
        REGION,
        25,
        sink -> {
          for (int frame = 0; frame < frames; frame++) {
            sink.frame(plain(REGION.width(), REGION.height(), 20));
          }
        });
  }

  /** A piece that is all noise, another one after so many frames. */
  static byte[] ofCuts(int frames, int sceneFrames) {
    RgbImage still = plain(WIDTH, HEIGHT, 0);
    return ENCODER.encode(
        StillPicture.of(still),
        new Region(0, 0, WIDTH, HEIGHT),
        25,
        sink -> {
          for (int frame = 0; frame < frames; frame++) {
            byte[] rgb = new byte[3 * WIDTH * HEIGHT];
            new Random(frame / sceneFrames).nextBytes(rgb);
            sink.frame(frame / sceneFrames % 2 == 0 ? new RgbImage(WIDTH, HEIGHT, rgb) : still);
          }
        });
  }

  private static RgbImage plain(int width, int height, int grey) {
    byte[] rgb = new byte[3 * width * height];
    Arrays.fill(rgb, (byte) grey);
    return new RgbImage(width, height, rgb);
  }
}
