package io.lipstream.rendering;

/**
 * A row of teeth as seen from the front, symmetric about the middle of the mouth; lengths in mouth
 * widths. Each tooth is rounded to its sides and at its free edge. Immutable.
 */
final class Teeth {
  /** Central and lateral incisor, canine, premolars; foreshortened to the side. */
  static final Teeth UPPER =
      new Teeth(
          new double[] {0, 0.165, 0.285, 0.375, 0.435, 0.475},
          new double[] {0.150, 0.128, 0.134, 0.105, 0.085});

  static final Teeth LOWER =
      new Teeth(
          new double[] {0, 0.092, 0.185, 0.275, 0.34}, new double[] {0.052, 0.054, 0.050, 0.034});

  private final double[] borders;
  private final double[] lengths;

  private Teeth(double[] borders, double[] lengths) {
    this.borders = borders;
    this.lengths = lengths;
  }

  /** How far a tooth reaches out of the gum at a place across the mouth; 0 where there is none. */
  double length(double across) {
    int tooth = tooth(across);
    if (tooth < 0) {
      return 0;
    }
    double side = toSide(across, tooth);
    double square = side * side;
    return lengths[tooth] * (1 - 0.16 * square * square * square);
  }

  /** 1 in the middle of a tooth, less to its sides, dark between two. */
  double relief(double across) {
    int tooth = tooth(across);
    if (tooth < 0) {
      return 0;
    }
    double side = toSide(across, tooth);
    double square = side * side;
    double gap = square * square * square;
    return 1 - 0.07 * square - 0.15 * gap * gap;
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
