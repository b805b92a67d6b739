package io.lipstream.rendering;

/**
 * Renders a row of a frame: motion is taken linearly from the cells around each pixel, in steps of
 * 1/256 pixel, and layers are sampled between four pixels with weights of 1/256. One thread.
 */
final class PixelRow {
  private static final int ONE = 256;
  private static final long HALF = 0x0080_0080_0080_0080L;

  /** Makes displacements positive before they are cut to whole steps; exact in a float. */
  private static final float SHIFT = 131072.5f;

  private final FieldGrid grid;
  private final int cellColumns;
  private final int startX;
  private final int startY;
  private final int width;
  private final int limitX;
  private final int limitY;
  private final CellMotion cells;
  private final PortraitLayers layers;
  private final int[] leftCell;
  private final float[] toRight;
  private final float[][] motion = new float[FaceFields.PLANES][];
  private final boolean[] secondShows;

  PixelRow(Scene scene, CellMotion cells) {
    Region whole = scene.whole();
    this.grid = scene.fields().grid();
    this.cellColumns = grid.width();
    this.startX = scene.region().x() - whole.x();
    this.startY = scene.region().y() - whole.y();
    this.width = scene.region().width();
    this.limitX = (whole.width() - 1) * ONE;
    this.limitY = (whole.height() - 1) * ONE;
    this.cells = cells;
    this.layers = scene.layers();
    this.leftCell = new int[width];
    this.toRight = new float[width];
    for (int x = 0; x < width; x++) {
      float place = place(startX + x, cellColumns);
      leftCell[x] = (int) place;
      toRight[x] = place - leftCell[x];
    }
    for (int plane = 0; plane < FaceFields.PLANES; plane++) {
      motion[plane] = new float[cellColumns + 1];
    }
    this.secondShows = new boolean[cellColumns + 1];
  }

  /** Renders a row of the visible region into R G B bytes of the whole of it. */
  void render(int row, byte[] rgb) {
    interpolate(row + startY);
    int y = (row + startY) * ONE;
    int at = 3 * row * width;
    for (int x = 0; x < width; x++, at += 3) {
      int cell = leftCell[x];
      float right = toRight[x];
      int here = (startX + x) * ONE;
      long color;
      if (secondShows[cell] || secondShows[cell + 1]) {
        color = both(here, y, cell, right);
      } else {
        color = base(here, y, cell, right);
      }
      float light = between(motion[FaceFields.LIGHT], cell, right);
      if (light != 0) {
        color = lit(color, (int) (light * ONE + SHIFT) - (int) SHIFT + ONE);
      }
      rgb[at] = (byte) color;
      rgb[at + 1] = (byte) (color >>> 16);
      rgb[at + 2] = (byte) (color >>> 32);
    }
  }

  /** The cells' motion at the height of a row of pixels. */
  private void interpolate(int row) {
    float place = place(row, grid.height());
    int top = (int) place;
    float below = place - top;
    int upper = top * cellColumns;
    int lower = Math.min(top + 1, grid.height() - 1) * cellColumns;
    for (int plane = 0; plane < FaceFields.PLANES; plane++) {
      float[] from = cells.moved()[plane];
      float[] to = motion[plane];
      for (int cell = 0; cell < cellColumns; cell++) {
        to[cell] = from[upper + cell] + below * (from[lower + cell] - from[upper + cell]);
      }
      to[cellColumns] = to[cellColumns - 1];
    }
    boolean[] shows = cells.secondShows();
    for (int cell = 0; cell < cellColumns; cell++) {
      secondShows[cell] = shows[upper + cell] || shows[lower + cell];
    }
    secondShows[cellColumns] = secondShows[cellColumns - 1];
  }

  /** Where the centre of a pixel lies between the centres of cells. */
  private float place(int pixel, int count) {
    float place = (pixel + 0.5f) / grid.cellSide() - 0.5f;
    return Math.max(0, Math.min(count - 1, place));
  }

  private long base(int x, int y, int cell, float right) {
    int baseX = moved(x, motion[FaceFields.BASE_X], cell, right, limitX);
    int baseY = moved(y, motion[FaceFields.BASE_Y], cell, right, limitY);
    return rounded(sample(layers.base().pixels(), layers.base().stride(), baseX, baseY));
  }

  private long both(int x, int y, int cell, float right) {
    int secondX = moved(x, motion[FaceFields.SECOND_X], cell, right, limitX);
    int secondY = moved(y, motion[FaceFields.SECOND_Y], cell, right, limitY);
    int stride = layers.second().stride();
    long second = rounded(sample(layers.second().pixels(), stride, secondX, secondY));
    int front = (int) (second >>> 48);
    if (front == 255) {
      return second;
    }
    long base = base(x, y, cell, right);
    int room = 255 - (int) (base >>> 48);
    int shown = front;
    if (room > 0) {
      int behind = sample(layers.behind(), stride, secondX, secondY);
      shown += (255 - front) * behind * room / (255 * 255);
    }
    int share = shown + (shown >> 7);
    return rounded(base * (ONE - share) + second * share);
  }

  private static int moved(int place, float[] motion, int cell, float right, int limit) {
    int moved = place + (int) (between(motion, cell, right) * ONE + SHIFT) - (int) SHIFT;
    return Math.max(0, Math.min(limit, moved));
  }

  private static float between(float[] row, int cell, float right) {
    return row[cell] + right * (row[cell + 1] - row[cell]);
  }

  private static long sample(long[] pixels, int stride, int x, int y) {
    int right = x & (ONE - 1);
    int below = y & (ONE - 1);
    int both = (right * below + ONE / 2) >> 8;
    int at = (y >> 8) * stride + (x >> 8);
    return pixels[at] * (ONE - right - below + both)
        + pixels[at + 1] * (right - both)
        + pixels[at + stride] * (below - both)
        + pixels[at + stride + 1] * both;
  }

  private static int sample(byte[] values, int stride, int x, int y) {
    int right = x & (ONE - 1);
    int below = y & (ONE - 1);
    int at = (y >> 8) * stride + (x >> 8);
    int upper = (values[at] & 0xff) * (ONE - right) + (values[at + 1] & 0xff) * right;
    int lower =
        (values[at + stride] & 0xff) * (ONE - right) + (values[at + stride + 1] & 0xff) * right;
    return (upper * (ONE - below) + lower * below + ONE * ONE / 2) >> 16;
  }

  private static long rounded(long weighed) {
    return ((weighed + HALF) >>> 8) & Layer.LANES;
  }

  private static long lit(long color, int light) {
    long red = Math.min(255, ((color & 0xff) * light + ONE / 2) >> 8);
    long green = Math.min(255, ((color >>> 16 & 0xff) * light + ONE / 2) >> 8);
    long blue = Math.min(255, ((color >>> 32 & 0xff) * light + ONE / 2) >> 8);
    return Math.max(0, red) | Math.max(0, green) << 16 | Math.max(0, blue) << 32;
  }
}
