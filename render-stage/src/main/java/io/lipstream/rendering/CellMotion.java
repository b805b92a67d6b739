package io.lipstream.rendering;

import io.lipstream.motion.MotionTrack;
import java.util.Arrays;

/**
 * One frame's motion at the cells of a scene's grid: the fields weighed by the frame's coefficients
 * and looked up where the head's motion is undone. One thread; each frame overwrites the last.
 */
final class CellMotion {
  private static final int PLANES = FaceFields.PLANES;

  private final Scene scene;
  private final int width;
  private final int height;
  private final int firstRow;
  private final int lastRow;
  private final float[][] weighed;
  private final float[][] moved;
  private final boolean[] secondShows;
  private final float[] coefficients = new float[FaceCoefficient.COUNT];
  private final float[] head = new float[HeadSway.VALUES];

  CellMotion(Scene scene) {
    this.scene = scene;
    FieldGrid grid = scene.fields().grid();
    this.width = grid.width();
    this.height = grid.height();
    this.firstRow = Math.max(0, scene.fields().firstRow() - 1);
    this.lastRow = Math.min(height - 1, scene.fields().lastRow() + 1);
    this.weighed = new float[PLANES][grid.cells()];
    this.moved = new float[PLANES][grid.cells()];
    this.secondShows = new boolean[grid.cells()];
  }

  /**
   * By the planes of {@link FaceFields}: pixels from a place of the frame to the place of the layer
   * that is seen there; share of more light.
   */
  float[][] moved() {
    return moved;
  }

  /** Whether the second layer may show around a cell. */
  boolean[] secondShows() {
    return secondShows;
  }

  void set(MotionTrack motion, int frame) {
    FaceMotion.write(motion, frame, coefficients, 0);
    scene.sway().write(motion, frame, head, 0);
    set();
  }

  private void set() {
    for (int plane = 0; plane < PLANES; plane++) {
      weigh(plane);
    }
    for (int row = 0; row < height; row++) {
      move(row);
    }
  }

  private void weigh(int plane) {
    float[] sum = weighed[plane];
    int from = firstRow * width;
    int to = (lastRow + 1) * width;
    Arrays.fill(sum, Math.min(from, to), to, 0);
    for (FaceCoefficient coefficient : FaceCoefficient.values()) {
      float weight = coefficients[coefficient.ordinal()];
      float[] field = scene.fields().plane(coefficient, plane);
      if (weight != 0 && field != null) {
        for (int cell = from; cell < to; cell++) {
          sum[cell] += weight * field[cell];
        }
      }
    }
  }

  private void move(int row) {
    float[] mask = scene.sway().fields();
    boolean[] shows = scene.secondCells();
    int cells = width * height;
    float perCell = 1f / scene.fields().grid().cellSide();
    for (int column = 0; column < width; column++) {
      int cell = row * width + column;
      float here = mask[cell];
      float across = mask[cells + cell];
      float down = mask[2 * cells + cell];
      float headX = head[0] * here + head[1] * across + head[2] * down;
      float headY = head[3] * here + head[4] * across + head[5] * down;
      float x = Math.max(0, Math.min(width - 1, column + headX * perCell));
      float y = Math.max(0, Math.min(height - 1, row + headY * perCell));
      int left = Math.min(width - 2, (int) x);
      int top = Math.min(height - 2, (int) y);
      int nearest = ((int) (y + 0.5f)) * width + (int) (x + 0.5f);
      secondShows[cell] = shows[nearest];
      if (top + 1 < firstRow || top > lastRow) {
        moved[FaceFields.BASE_X][cell] = headX;
        moved[FaceFields.BASE_Y][cell] = headY;
        moved[FaceFields.SECOND_X][cell] = headX;
        moved[FaceFields.SECOND_Y][cell] = headY;
        moved[FaceFields.LIGHT][cell] = 0;
        continue;
      }
      int at = top * width + left;
      float right = x - left;
      float below = y - top;
      moved[FaceFields.BASE_X][cell] =
          headX - between(weighed[FaceFields.BASE_X], at, right, below);
      moved[FaceFields.BASE_Y][cell] =
          headY - between(weighed[FaceFields.BASE_Y], at, right, below);
      moved[FaceFields.SECOND_X][cell] =
          headX - between(weighed[FaceFields.SECOND_X], at, right, below);
      moved[FaceFields.SECOND_Y][cell] =
          headY - between(weighed[FaceFields.SECOND_Y], at, right, below);
      moved[FaceFields.LIGHT][cell] = between(weighed[FaceFields.LIGHT], at, right, below);
    }
  }

  private float between(float[] field, int at, float right, float below) {
    float above = field[at] + right * (field[at + 1] - field[at]);
    float under = field[at + width] + right * (field[at + width + 1] - field[at + width]);
    return above + below * (under - above);
  }
}
