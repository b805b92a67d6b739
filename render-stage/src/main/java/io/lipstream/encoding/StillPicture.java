package io.lipstream.encoding;

import io.lipstream.portrait.RgbImage;

/**
 * The still frame of a clip, in the encoder's colours. Made once a scene, so that a frame costs
 * only its region. Immutable and thread-safe.
 */
public final class StillPicture {
  private final RgbImage frame;
  private final byte[] luma;
  private final byte[] cb;
  private final byte[] cr;

  private StillPicture(RgbImage frame) {
    int width = frame.width();
    int height = frame.height();
    this.frame = frame;
    luma = new byte[width * height];
    cb = new byte[width * height / 4];
    cr = new byte[width * height / 4];
    Bt709.luma(frame.rgb(), 0, luma, 0, width * height);
    for (int row = 0; row < height; row += 2) {
      Bt709.chroma(frame.rgb(), width, row, 0, cb, cr, row / 2 * (width / 2), width / 2);
    }
  }

  /**
   * Converts a frame.
   *
   * @throws IllegalArgumentException if a side is odd
   */
  public static StillPicture of(RgbImage frame) {
    if (((frame.width() | frame.height()) & 1) != 0) {
      throw new IllegalArgumentException(
          "a picture of %dx%d cannot be encoded; both sides must be even"
              .formatted(frame.width(), frame.height()));
    }
    return new StillPicture(frame);
  }

  /** Bytes that this holds beside the frame it was made of. */
  public long byteSize() {
    return (long) luma.length + cb.length + cr.length;
  }

  RgbImage frame() {
    return frame;
  }

  byte[] luma() {
    return luma;
  }

  byte[] cb() {
    return cb;
  }

  byte[] cr() {
    return cr;
  }
}
