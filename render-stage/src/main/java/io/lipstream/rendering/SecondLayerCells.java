package io.lipstream.rendering;

/**
 * The cells of a grid around which the second layer may show, whatever the motion: those that it
 * covers something near, no further away than it can be moved there. Found with a table of sums.
 */
final class SecondLayerCells {
  private SecondLayerCells() {}

  static boolean[] of(FaceFields fields, PortraitLayers layers) {
    FieldGrid grid = fields.grid();
    int[] sums = sums(grid, layers);
    boolean[] shows = new boolean[grid.cells()];
    for (int row = 0; row < grid.height(); row++) {
      for (int column = 0; column < grid.width(); column++) {
        int cell = row * grid.width() + column;
        int reach = 2 + (int) Math.ceil(farthest(fields, cell) / grid.cellSide());
        shows[cell] = covered(sums, grid, column, row, reach);
      }
    }
    return shows;
  }

  /** Pixels that the second layer moves by at most. */
  private static double farthest(FaceFields fields, int cell) {
    double across = 0;
    double down = 0;
    for (FaceCoefficient coefficient : FaceCoefficient.values()) {
      across += size(fields.plane(coefficient, FaceFields.SECOND_X), cell);
      down += size(fields.plane(coefficient, FaceFields.SECOND_Y), cell);
    }
    return FaceMotion.LARGEST * Math.max(across, down);
  }

  private static double size(float[] field, int cell) {
    return field == null ? 0 : Math.abs(field[cell]);
  }

  private static int[] sums(FieldGrid grid, PortraitLayers layers) {
    int stride = grid.width() + 1;
    int[] sums = new int[stride * (grid.height() + 1)];
    for (int row = 0; row < grid.height(); row++) {
      for (int column = 0; column < grid.width(); column++) {
        int at = (row + 1) * stride + column + 1;
        int here = covers(grid, layers, column, row) ? 1 : 0;
        sums[at] = here + sums[at - 1] + sums[at - stride] - sums[at - stride - 1];
      }
    }
    return sums;
  }

  private static boolean covers(FieldGrid grid, PortraitLayers layers, int column, int row) {
    int side = grid.cellSide();
    for (int y = row * side; y < (row + 1) * side; y++) {
      for (int x = column * side; x < (column + 1) * side; x++) {
        int at = layers.second().index(x, y);
        if (layers.behind()[at] != 0 || layers.second().pixels()[at] >>> 48 != 0) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean covered(int[] sums, FieldGrid grid, int column, int row, int reach) {
    int stride = grid.width() + 1;
    int left = Math.max(0, column - reach);
    int right = Math.min(grid.width(), column + reach + 1);
    int top = Math.max(0, row - reach);
    int bottom = Math.min(grid.height(), row + reach + 1);
    return sums[bottom * stride + right]
            - sums[bottom * stride + left]
            - sums[top * stride + right]
            + sums[top * stride + left]
        > 0;
  }
}
