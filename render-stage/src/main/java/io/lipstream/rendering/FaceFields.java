package io.lipstream.rendering;

/**
 * For one unit of each {@link FaceCoefficient}, what happens at each cell of a grid: how many
 * pixels the base layer and the second layer move right and down, and by what share the light
 * changes. Immutable once filled.
 */
final class FaceFields {
  static final int BASE_X = 0;
  static final int BASE_Y = 1;
  static final int SECOND_X = 2;
  static final int SECOND_Y = 3;
  static final int LIGHT = 4;
  static final int PLANES = 5;

  private final FieldGrid grid;
  private final float[][] planes = new float[FaceCoefficient.COUNT * PLANES][];
  private int firstRow;
  private int lastRow;

  FaceFields(FieldGrid grid) {
    this.grid = grid;
    this.firstRow = grid.height();
    this.lastRow = -1;
  }

  FieldGrid grid() {
    return grid;
  }

  /** Adds to a cell. */
  void add(FaceCoefficient coefficient, int plane, int row, int column, double value) {
    if (value == 0) {
      return;
    }
    int index = coefficient.ordinal() * PLANES + plane;
    if (planes[index] == null) {
      planes[index] = new float[grid.cells()];
    }
    planes[index][row * grid.width() + column] += (float) value;
    firstRow = Math.min(firstRow, row);
    lastRow = Math.max(lastRow, row);
  }

  /** A plane of a coefficient, row by row; null where nothing happens. */
  float[] plane(FaceCoefficient coefficient, int plane) {
    return planes[coefficient.ordinal() * PLANES + plane];
  }

  /** First row of cells with anything but zeros. */
  int firstRow() {
    return firstRow;
  }

  /** Last row of cells with anything but zeros; before the first if there is none. */
  int lastRow() {
    return lastRow;
  }

  long byteSize() {
    long size = 0;
    for (float[] plane : planes) {
      size += plane == null ? 0 : 4L * plane.length;
    }
    return size;
  }
}
