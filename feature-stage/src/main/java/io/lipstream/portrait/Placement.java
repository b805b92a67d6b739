package io.lipstream.portrait;

/**
 * Where a square input of a network lies in a picture: a square region, turned about its centre.
 *
 * @param centerX pixels of the picture
 * @param centerY pixels of the picture
 * @param side pixels of the picture
 * @param rotation radians, clockwise on the picture
 */
record Placement(double centerX, double centerY, double side, double rotation) {
  /** Picture column of a point of the square, whose coordinates run from 0 to 1. */
  double x(double u, double v) {
    return centerX + side * (Math.cos(rotation) * (u - .5) - Math.sin(rotation) * (v - .5));
  }

  /** Picture row of a point of the square. */
  double y(double u, double v) {
    return centerY + side * (Math.sin(rotation) * (u - .5) + Math.cos(rotation) * (v - .5));
  }
}
