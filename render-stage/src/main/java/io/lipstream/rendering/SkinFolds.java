package io.lipstream.rendering;

/**
 * Where light and shadow change on the skin when a face speaks, each from 0 to 1, in the face's
 * coordinates. Immutable.
 */
final class SkinFolds {
  private static final int[] NOSE_WINGS = {129, 358};
  private static final int[] MOUTH_CORNERS = {61, 291};
  private static final int BELOW_LOWER_LIP = 17;
  private static final int CHIN = 152;
  private static final double FOLD_WIDTH = 0.09;
  private static final double CHEEK_DISTANCE = 0.26;
  private static final double CHEEK_WIDTH = 0.24;

  private final double[][] folds = new double[2][];
  private final double lip;
  private final double chin;

  SkinFolds(FaceGeometry face) {
    for (int side = 0; side < 2; side++) {
      double outward = side == 0 ? -1 : 1;
      folds[side] =
          new double[] {
            face.across(NOSE_WINGS[side]) + 0.06 * outward,
            face.down(NOSE_WINGS[side]),
            face.across(MOUTH_CORNERS[side]) + 0.14 * outward,
            face.down(MOUTH_CORNERS[side]) + 0.04
          };
    }
    lip = face.down(BELOW_LOWER_LIP);
    chin = face.down(CHIN);
  }

  /** From the wings of the nose to beside the corners of the mouth. */
  double nasolabial(double x, double y) {
    double distance = Math.min(distance(folds[0], x, y), distance(folds[1], x, y));
    return Curve.window(distance, FOLD_WIDTH);
  }

  /** What bulges outside those folds. */
  double cheek(double x, double y) {
    double[] fold = folds[x < 0 ? 0 : 1];
    double middleX = (fold[0] + fold[2]) / 2 + (x < 0 ? -CHEEK_DISTANCE : CHEEK_DISTANCE);
    double middleY = (fold[1] + fold[3]) / 2 - 0.05;
    return Curve.window(Math.hypot(x - middleX, y - middleY), CHEEK_WIDTH);
  }

  /** The hollow between the lower lip and the chin. */
  double belowLip(double x, double y) {
    double middle = lip + 0.25 * (chin - lip);
    return Curve.window(x, 0.42) * Curve.window(y - middle, 0.4 * (chin - lip));
  }

  /** The shadow under the chin. */
  double belowChin(double x, double y) {
    return Curve.window(x, 0.9) * Curve.window(y - chin - 0.25, 0.3);
  }

  private static double distance(double[] line, double x, double y) {
    double lineX = line[2] - line[0];
    double lineY = line[3] - line[1];
    double along =
        Curve.clamp(
            ((x - line[0]) * lineX + (y - line[1]) * lineY) / (lineX * lineX + lineY * lineY));
    return Math.hypot(x - line[0] - along * lineX, y - line[1] - along * lineY);
  }
}
