package io.lipstream.rendering;

import static io.lipstream.rendering.FaceFields.BASE_X;
import static io.lipstream.rendering.FaceFields.BASE_Y;
import static io.lipstream.rendering.FaceFields.LIGHT;
import static io.lipstream.rendering.FaceFields.SECOND_X;
import static io.lipstream.rendering.FaceFields.SECOND_Y;

/**
 * Shapes the fields of a face: how lips, jaw, cheeks, lids, brows and irises go. Shapes are given
 * in mouth widths, in widths of the eye at the eyes; all fall to nothing at the region's edge.
 */
final class FieldMaker {
  private static final double EDGE = 0.08;

  /** What the lips pull along below them; above it ends at the nose, which is bone and gristle. */
  private static final double BELOW = 0.85;

  private static final double LEAST_ABOVE = 0.3;

  private final FaceGeometry face;
  private final Lips lips;
  private final Jaw jaw;
  private final SkinFolds folds;
  private final FaceFields fields;
  private int row;
  private int column;

  private FieldMaker(FaceGeometry face, Lips lips, FieldGrid grid) {
    this.face = face;
    this.lips = lips;
    this.jaw = new Jaw(face);
    this.folds = new SkinFolds(face);
    this.fields = new FaceFields(grid);
  }

  static FaceFields make(FaceGeometry face, Lips lips, Lid[] lids, FieldGrid grid) {
    FieldMaker maker = new FieldMaker(face, lips, grid);
    for (maker.row = 0; maker.row < grid.height(); maker.row++) {
      for (maker.column = 0; maker.column < grid.width(); maker.column++) {
        double edge = edge(grid.shareX(maker.column)) * edge(grid.shareY(maker.row));
        double x = grid.pixelX(maker.column);
        double y = grid.pixelY(maker.row);
        maker.mouth(face.across(x, y), face.down(x, y), edge);
        maker.shade(face.across(x, y), face.down(x, y), edge);
        for (Lid lid : lids) {
          maker.eye(lid, x, y, edge);
        }
      }
    }
    return maker.fields;
  }

  private static double edge(double share) {
    return Curve.smooth(0, EDGE, Math.min(share, 1 - share));
  }

  private void mouth(double x, double y, double edge) {
    double middle = (lips.upperEdge(x) + lips.lowerEdge(x)) / 2;
    if (Math.abs(x) > Jaw.REACH || y < middle - 1) {
      return;
    }
    double half = Math.min(1, Math.abs(x) / Lips.HALF_WIDTH);
    double lens = Math.pow(1 - half * half, 1.1) * edge;
    double reach = y < middle ? Math.max(LEAST_ABOVE, middle - jaw.nose()) : BELOW;
    double window = Curve.window(x, 1.1) * Curve.window(y - middle, reach) * edge;
    double upperLip =
        lens * (1 - Curve.smooth((lips.upperEdge(x) - y) / (lips.upperEdge(x) - jaw.nose())));
    double gap = lips.gapAt(x) * window;
    double down = jaw.drop(x, y, middle, lens) * edge;

    double wayOfJaw = 0.30 - 0.7 * lips.gapInTheMiddle();
    second(FaceCoefficient.JAW, 0, down * wayOfJaw);
    both(FaceCoefficient.JAW, -0.075 * x * window, 0);
    base(FaceCoefficient.JAW, 0, -0.035 * upperLip);
    second(FaceCoefficient.CLOSE, 0, -0.60 * gap);
    base(FaceCoefficient.CLOSE, 0, 0.45 * gap);
    both(FaceCoefficient.WIDTH, 0.10 * x * window, 0);
    double corner = Math.min(1, 4 * x * x) * window;
    both(FaceCoefficient.ROUND, -0.24 * x * window, 0.4 * lips.smile() * corner);
    second(FaceCoefficient.ROUND, 0, -0.02 * lens * window);
    second(FaceCoefficient.PRESS, 0, -wayOfJaw * lens * Curve.window(y - middle, BELOW));
    base(FaceCoefficient.PRESS, 0, 0.06 * upperLip);
    second(FaceCoefficient.TUCK, 0, -0.05 * lens * window);
    base(FaceCoefficient.TUCK, 0, -0.03 * upperLip);
    base(FaceCoefficient.RAISE, 0, -0.05 * upperLip);
  }

  private void shade(double x, double y, double edge) {
    double fold = folds.nasolabial(x, y) * edge;
    double cheek = folds.cheek(x, y) * edge;
    double chin = folds.belowLip(x, y) * edge;
    light(FaceCoefficient.WIDTH, 0.05 * cheek - 0.10 * fold);
    light(FaceCoefficient.RAISE, -0.05 * fold);
    light(FaceCoefficient.JAW, -0.04 * fold - 0.05 * folds.belowChin(x, y) * edge);
    light(FaceCoefficient.PRESS, -0.1 * chin);
    light(FaceCoefficient.ROUND, 0.05 * fold - 0.05 * chin);
  }

  private void eye(Lid lid, double x, double y, double edge) {
    Eye eye = lid.eye();
    if (!eye.isNear(x, y)) {
      return;
    }
    double across = eye.across(x, y);
    double down = eye.down(x, y);
    turned(FaceCoefficient.BLINK, BASE_X, eye, 0, lid.skinDrop(across, down) * edge);
    turned(FaceCoefficient.BLINK, SECOND_X, eye, 0, lid.lidDrop(across, down) * edge);
    double brow = eye.browLift(x, y) * edge;
    turned(FaceCoefficient.BROW, BASE_X, eye, 0, -brow);
    turned(FaceCoefficient.BROW, SECOND_X, eye, 0, -brow);
    double iris = eye.irisShift(x, y) * edge;
    turned(FaceCoefficient.GAZE_X, BASE_X, eye, iris, 0);
    turned(FaceCoefficient.GAZE_Y, BASE_X, eye, 0, iris);
  }

  private void turned(FaceCoefficient coefficient, int plane, Eye eye, double across, double down) {
    fields.add(coefficient, plane, row, column, eye.pixelsRight(across, down));
    fields.add(coefficient, plane + 1, row, column, eye.pixelsDown(across, down));
  }

  private void light(FaceCoefficient coefficient, double share) {
    fields.add(coefficient, LIGHT, row, column, share);
  }

  private void both(FaceCoefficient coefficient, double across, double down) {
    base(coefficient, across, down);
    second(coefficient, across, down);
  }

  private void base(FaceCoefficient coefficient, double across, double down) {
    fields.add(coefficient, BASE_X, row, column, face.pixelsRight(across, down));
    fields.add(coefficient, BASE_Y, row, column, face.pixelsDown(across, down));
  }

  private void second(FaceCoefficient coefficient, double across, double down) {
    fields.add(coefficient, SECOND_X, row, column, face.pixelsRight(across, down));
    fields.add(coefficient, SECOND_Y, row, column, face.pixelsDown(across, down));
  }
}
