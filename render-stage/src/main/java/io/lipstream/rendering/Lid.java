package io.lipstream.rendering;

import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.RgbImage;
import java.util.Arrays;

/**
 * How the lids of one eye shut. A lid closes in three parts. The skin above comes down a little,
 * stretched from the brow on, and the lower lid comes up a little. From beneath a crease just above
 * the lashes a second lid unrolls over the eye, the portrait's lashes at its edge, until they lie
 * on the lower lid; at rest that lid lies above the crease, as high as it has to go down, and is
 * hidden by the skin. Immutable.
 */
final class Lid {
  /** How far above the upper lid skin is stretched when it closes, in widths of the eye. */
  private static final double STRETCH = 0.45;

  /** How far below the lower lid skin is drawn up, in widths of the eye. */
  private static final double DRAWN = 0.4;

  /** Share of the opening that the crease comes down by. */
  private static final double CREASE = 0.18;

  /** Share of the opening that the lower lid comes up by. */
  private static final double RISE = 0.15;

  /** How far lashes hang over the lower lid's edge, in widths of the eye. */
  private static final double OVERLAP = 0.02;

  /** The lashes' shadow below their middle, in widths of the eye. */
  private static final double HANG = 0.06;

  /** How far the crease lies above the lashes, in widths of the eye. */
  private static final double ABOVE_LASHES = 0.08;

  private final Eye eye;
  private final LidEdges edges;

  Lid(Eye eye, LidEdges edges) {
    this.eye = eye;
    this.edges = edges;
  }

  /** Of the eye on the picture's left, then of the one on its right. */
  static Lid[] both(FaceLandmarks face, RgbImage frame) {
    return Arrays.stream(Eye.both(face))
        .map(eye -> new Lid(eye, new LidEdges(eye, frame)))
        .toArray(Lid[]::new);
  }

  Eye eye() {
    return eye;
  }

  /** Width over which an edge of it is soft, in pixels. */
  double soft() {
    return Math.max(1, 0.02 * eye.width());
  }

  /** Half of the width over which skin turns into the lid, in pixels. */
  double fold() {
    return Math.max(0.7, 0.04 * eye.width());
  }

  /** Height of the crease that it unrolls from, just above the lashes. */
  double crease(double x) {
    return edges.upper(x) - Math.max(ABOVE_LASHES * eye.width(), 1.2);
  }

  /** Height of the middle of the lashes at its edge. */
  double lash(double x) {
    return edges.lash(x);
  }

  /** Height of the lower lid's edge. */
  double lower(double x) {
    return edges.lower(x);
  }

  /** Height of the lowest place that it may cover. */
  double lowest(double x) {
    return edges.lower(x) + HANG * eye.width();
  }

  /** Pixels between lashes and lower lid; 0 beyond the corners. */
  double opening(double x) {
    return edges.opening(x);
  }

  /** Pixels that the lashes come down by. */
  double travel(double x) {
    double open = edges.opening(x);
    return open * (1 - RISE) + OVERLAP * eye.width() * Curve.smooth(0, 0.1 * eye.width(), open);
  }

  /** Pixels that the unrolled lid is high when the eye is shut. */
  double height(double x) {
    return travel(x) - CREASE * edges.opening(x);
  }

  /** Pixels that skin at a place of the picture comes down by when the eye closes. */
  double skinDrop(double x, double y) {
    double open = edges.opening(x);
    if (open <= 0) {
      return 0;
    }
    double crease = crease(x);
    double lower = edges.lower(x);
    if (y < crease) {
      return CREASE * open * Curve.smooth(crease - STRETCH * eye.width(), crease, y);
    }
    if (y > lower) {
      return -RISE * open * Curve.smooth(lower + DRAWN * eye.width(), lower, y);
    }
    return open * (CREASE - (CREASE + RISE) * (y - crease) / (lower - crease));
  }

  /** Pixels that the hidden lid comes down by when the eye closes. */
  double lidDrop(double x, double y) {
    double outside = Math.max(crease(x) - y, y - lowest(x));
    return travel(x) * Curve.smooth(0.4 * eye.width(), 0.2 * eye.width(), outside);
  }
}
