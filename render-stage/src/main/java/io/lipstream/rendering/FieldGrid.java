package io.lipstream.rendering;

import java.util.List;

/**
 * The grid over a region that motion is given on: one cell for so many pixels a side. What moves a
 * face is smooth, so that pixels between the cells' centres take what lies linearly between them.
 *
 * @param region its sides are multiples of a cell's
 * @param cellSide pixels
 */
record FieldGrid(Region region, int cellSide) {
  private static final int COARSEST = 4;

  /** Every cell side that {@link #over} gives. */
  static final List<Integer> CELL_SIDES = List.of(1, 2, COARSEST);

  /** Cells that a mouth is wide at least, wherever the picture has the pixels. */
  private static final int MOUTH_CELLS = 20;

  /** The coarsest grid that is still fine enough for a mouth so wide. */
  static FieldGrid over(Region region, double mouthWidth) {
    int side = 1;
    while (2 * side <= COARSEST && mouthWidth >= 2 * side * MOUTH_CELLS) {
      side *= 2;
    }
    return new FieldGrid(region, side);
  }

  int width() {
    return region.width() / cellSide;
  }

  int height() {
    return region.height() / cellSide;
  }

  int cells() {
    return width() * height();
  }

  /** Column of the picture where the centres of a column of cells lie. */
  double pixelX(int column) {
    return region.x() + (column + 0.5) * cellSide;
  }

  /** Row of the picture where the centres of a row of cells lie. */
  double pixelY(int row) {
    return region.y() + (row + 0.5) * cellSide;
  }

  /** From 0 at the left edge of the region to 1 at its right one. */
  double shareX(int column) {
    return (column + 0.5) / width();
  }

  /** From 0 at the top edge of the region to 1 at its bottom one. */
  double shareY(int row) {
    return (row + 0.5) / height();
  }
}
