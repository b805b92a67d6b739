package io.lipstream.rendering;

/**
 * A row of teeth as seen from the front, symmetric about the middle of the mouth; lengths in mouth
 * widths. Each tooth is rounded to its sides and at its free edge; to the sides the row turns back
 * into shadow. Immutable.
 */
final class Teeth {
  /** Central and lateral incisor, canine, premolars; foreshortened to the side. */
  static final Teeth UPPER =
      new Teeth(
          new double[] {0, 0.165, 0.285, 0.375, 0.435, 0.475},
          new double[] {0.150, 0.130, 0.134, 0.108, 0.085},
          new double[] {0.20, 0.46});

  static final Teeth LOWER =
      new Teeth(
          new double[] {0, 0.092, 0.185, 0.275, 0.34},
          new double[] {0.048, 0.049, 0.043, 0.030},
          new double[] {0.16, 0.33});

  private final double[] borders;
  private final double[] lengths;
  private final double[] turn;

  /**
   * @param turn where the row turns back, and where it is lost from sight
   */
  private Teeth(double[] borders, double[] lengths, double[] turn) {
    this.borders = borders;
    this.lengths = lengths;
    this.turn = turn;
  }

  /** How far a tooth reaches out of the gum at a place across the mouth; 0 where there is none. */
  double length(double across) {
    int tooth = tooth(across);
    if (tooth < 0) {
      return 0;
    }
    double side = toSide(across, tooth);
    double square = side * side;
    return lengths[tooth] * (1 - 0.09 * square * square * square);
  }

  /** How much of the row is seen: nothing where it has turned back into the cheek's shadow. */
  double seen(double across) {
    return Curve.smooth(turn[1], turn[1] - 0.35 * (turn[1] - turn[0]), Math.abs(across));
  }

  /**
   * Light on a tooth: 1 in the middle of a front one, less to its sides, least between two, and
   * less the further the row has turned back.
   */
  double relief(double across) {
    int tooth = tooth(across);
    if (tooth < 0) {
      return 0;
    }
    double side = toSide(across, tooth);
    double square = side * side;
    double gap = square * square * square;
    double back = Curve.smooth(turn[0], turn[1], Math.abs(across));
    return (1 - 0.06 * square - 0.13 * gap * gap) * (1 - 0.5 * back);
  }

  private int tooth(double across) {
    double x = Math.abs(across);
    for (int i = 0; i < lengths.length; i++) {
      if (x < borders[i + 1]) {
        return i;
      }
    }
    return -1;
  }

  /** -1 to 1 over a tooth. */
  private double toSide(double across, int tooth) {
    double left = borders[tooth];
    double right = borders[tooth + 1];
    return (2 * Math.abs(across) - left - right) / (right - left);
  }
}
