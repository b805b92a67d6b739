package io.lipstream.rendering;

import io.lipstream.portrait.RgbImage;

/**
 * What the lid of an eye looks like when it is shut. It waits above the eye. Its edge is the
 * portrait's own, lashes and all; above, what the fold hides in the portrait is painted: the
 * colours of the skin above and below the eye, darker at the fold, lighter where the ball bulges,
 * darker at the lashes, with the grain of the skin below the eye. Where it may be seen at rest it
 * is the portrait itself. Immutable.
 */
final class ClosedLid {
  private static final int COLUMNS = 15;

  /** Where skin is looked at above the crease and below the lower lid, in widths of the eye. */
  private static final double[] ABOVE = {0, 0.02, 0.04, 0.06};

  private static final double[] BELOW = {0.14, 0.18, 0.22, 0.26};

  /** Radius of what is grain rather than shape, in widths of the eye. */
  private static final double GRAIN = 0.06;

  private static final int RING = 8;

  private final Lid lid;
  private final Eye eye;
  private final RgbImage frame;
  private final double soft;
  private final double[][] above = new double[COLUMNS][3];
  private final double[][] skin = new double[COLUMNS][3];

  ClosedLid(Lid lid, RgbImage frame) {
    this.lid = lid;
    this.eye = lid.eye();
    this.frame = frame;
    this.soft = lid.soft();
    double[][] over = new double[COLUMNS][3];
    double[][] under = new double[COLUMNS][3];
    for (int i = 0; i < COLUMNS; i++) {
      double x = eye.width() * (0.06 + 0.88 * i / (COLUMNS - 1));
      for (int channel = 0; channel < 3; channel++) {
        for (int k = 0; k < ABOVE.length; k++) {
          over[i][channel] +=
              eye.seen(frame, channel, x, lid.crease(x) - ABOVE[k] * eye.width()) / ABOVE.length;
          under[i][channel] +=
              eye.seen(frame, channel, x, lid.lower(x) + BELOW[k] * eye.width()) / BELOW.length;
        }
      }
    }
    for (int i = 0; i < COLUMNS; i++) {
      for (int channel = 0; channel < 3; channel++) {
        above[i][channel] = smooth(over, i, channel);
        skin[i][channel] = 0.5 * above[i][channel] + 0.5 * smooth(under, i, channel);
      }
    }
  }

  /** Whether a place may be of the lid or hidden by it. */
  boolean isNear(double pixelX, double pixelY) {
    double x = eye.across(pixelX, pixelY);
    double y = eye.down(pixelX, pixelY);
    return lid.opening(x) > 0
        && y > lid.crease(x) - lid.height(x) - 0.2 * eye.width()
        && y < lid.lowest(x) + soft;
  }

  /** How much of a place a lid may hide. */
  double room(double pixelX, double pixelY) {
    double x = eye.across(pixelX, pixelY);
    double y = eye.down(pixelX, pixelY);
    double crease = lid.crease(x);
    return Curve.smooth(0, 2 * soft, lid.opening(x))
        * Curve.smooth(crease - lid.fold(), crease + lid.fold(), y)
        * Curve.smooth(lid.lowest(x) + soft, lid.lowest(x), y);
  }

  /** How much the waiting lid covers a place. */
  double coverage(double pixelX, double pixelY) {
    double x = eye.across(pixelX, pixelY);
    double y = eye.down(pixelX, pixelY);
    double lash = lid.lash(x);
    double top = lid.crease(x) - lid.height(x) - 0.1 * eye.width();
    return Curve.smooth(lash + soft, lash, y) * Curve.smooth(top - soft, top, y);
  }

  /** 0 to 255. */
  double color(int channel, double pixelX, double pixelY) {
    double x = eye.across(pixelX, pixelY);
    double y = eye.down(pixelX, pixelY);
    double above = lid.crease(x) - y;
    double seen = PortraitLight.value(frame, pixelX, pixelY, channel);
    double painted = Curve.smooth(lid.fold(), 2 * lid.fold(), above);
    if (painted == 0) {
      return seen;
    }
    double up = above / Math.max(1, lid.height(x));
    double fold = Curve.smooth(0.25, 1, up);
    double plain = at(skin, x, channel);
    double color = plain + fold * (at(this.above, x, channel) - plain);
    double corner = Curve.smooth(0.3, 0.5, Math.abs(x / eye.width() - 0.5));
    double shade =
        (0.95 + 0.05 * Curve.window(up - 0.45, 0.4))
            * (1 - 0.08 * Curve.window(up - 1, 0.3))
            * (1 - 0.14 * Curve.smooth(0.35, 0, up))
            * (1 - 0.08 * corner);
    color = color * shade + grain(channel, x, lid.lower(x) + GRAIN * eye.width() + above);
    return seen + painted * (color - seen);
  }

  /** How a place differs from its surroundings. */
  private double grain(int channel, double x, double y) {
    double sum = 0;
    for (int i = 0; i < RING; i++) {
      double angle = 2 * Math.PI * i / RING;
      double radius = GRAIN * eye.width();
      sum += eye.seen(frame, channel, x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    }
    double grain = eye.seen(frame, channel, x, y) - sum / RING;
    return Math.max(-16, Math.min(16, grain));
  }

  private double at(double[][] colors, double x, int channel) {
    double place = Curve.clamp((x / eye.width() - 0.06) / 0.88) * (COLUMNS - 1);
    int left = Math.min(COLUMNS - 2, (int) place);
    return colors[left][channel]
        + (place - left) * (colors[left + 1][channel] - colors[left][channel]);
  }

  private static double smooth(double[][] colors, int column, int channel) {
    double sum = 0;
    for (int near = column - 2; near <= column + 2; near++) {
      sum += colors[Math.max(0, Math.min(COLUMNS - 1, near))][channel];
    }
    return sum / 5;
  }
}
