package io.lipstream.portrait;

/**
 * An upright picture, 8 bits a channel, rows from the top, pixels from the left, R G B in turn, no
 * padding. The array is not copied and not changed after construction.
 */
public record RgbImage(int width, int height, byte[] rgb) {
  public RgbImage {
    if (width < 1 || height < 1 || rgb.length != 3L * width * height) {
      throw new IllegalArgumentException(
          "%d bytes for a picture of %dx%d".formatted(rgb.length, width, height));
    }
  }
}
