package io.lipstream.rendering;

/**
 * A box of a frame, in pixels; origin and size are even, as 4:2:0 pictures need. It may reach over
 * the frame's edges.
 */
public record Region(int x, int y, int width, int height) {
  public Region {
    if (((x | y | width | height) & 1) != 0 || width < 2 || height < 2) {
      throw new IllegalArgumentException(
          "region %dx%d at (%d, %d) is not even".formatted(width, height, x, y));
    }
  }

  /** The part that lies in a frame of an even size that it touches. */
  Region within(int frameWidth, int frameHeight) {
    int left = Math.max(0, x);
    int top = Math.max(0, y);
    int right = Math.min(frameWidth, x + width);
    int bottom = Math.min(frameHeight, y + height);
    return new Region(left, top, right - left, bottom - top);
  }
}
