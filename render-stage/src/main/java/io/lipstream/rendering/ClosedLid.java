package io.lipstream.rendering;

import io.lipstream.portrait.RgbImage;
import java.util.Arrays;

/**
 * What the lid of an eye looks like when it is shut: the portrait's own lashes at its edge, above
 * them the lighter colours between the eye and its brow, which are skin rather than lashes or fold,
 * warmed by the skin below the eye and rounded by light. It waits above the eye; where it may be
 * seen at rest it is the portrait itself. Immutable.
 */
final class ClosedLid {
  private static final int COLUMNS = 11;
  private static final int SAMPLES = 10;
  private static final double NEAREST = 0.05;
  private static final double FARTHEST = 0.24;

  /** Height of the lashes above the edge, in widths of the eye. */
  private static final double LASHES = 0.06;

  /** Over so much above the lashes the portrait turns into painted skin. */
  private static final double TURN = 0.07;

  private static final double BELOW_SHARE = 0.4;
  private static final double BELOW_EYE = 0.3;

  private final Eye eye;
  private final RgbImage frame;
  private final double soft;
  private final double[][] skin = new double[COLUMNS][3];

  ClosedLid(Eye eye, RgbImage frame) {
    this.eye = eye;
    this.frame = frame;
    this.soft = Math.max(0.7, 0.02 * eye.width());
    double[][] sampled = new double[COLUMNS][];
    for (int i = 0; i < COLUMNS; i++) {
      sampled[i] = lighter(frame, 0.12 + 0.76 * i / (COLUMNS - 1));
    }
    for (int i = 0; i < COLUMNS; i++) {
      for (int channel = 0; channel < 3; channel++) {
        double sum = 0;
        for (int near = i - 2; near <= i + 2; near++) {
          sum += sampled[Math.max(0, Math.min(COLUMNS - 1, near))][channel];
        }
        skin[i][channel] = sum / 5;
      }
    }
  }

  boolean isNear(double x, double y) {
    return eye.openingAt(x, y) > 0 && Math.abs(eye.belowUpper(x, y)) < eye.width();
  }

  /** How much of a place between the lids a lid may hide. */
  double room(double x, double y) {
    double wide = Curve.smooth(0, 3 * soft, eye.openingAt(x, y));
    return wide
        * Curve.smooth(-0.5 * soft, 0.5 * soft, eye.belowUpper(x, y) + LASHES * eye.width())
        * Curve.smooth(1.5 * soft, 0.5 * soft, eye.belowLower(x, y));
  }

  /** How much the waiting lid covers a place. */
  double coverage(double x, double y) {
    double below = eye.belowUpper(x, y);
    double open = eye.openingAt(x, y);
    double top = 1.2 * open + 0.1 * eye.width();
    return Curve.smooth(-0.1 * soft, -soft, below) * Curve.smooth(-top - 1, -top, below);
  }

  /** 0 to 255. */
  double color(int channel, double x, double y) {
    double share = eye.shareAcross(x, y);
    double open = Math.max(1, eye.openingAt(x, y));
    double fromEdge = Math.max(0, -eye.belowUpper(x, y));
    double lashes = LASHES * eye.width() + 0.5 * soft;
    double painted = Curve.smooth(lashes, lashes + TURN * eye.width(), fromEdge);
    double fold = 0.16 * Curve.smooth(0.45, 1.1, fromEdge / open);
    double corner = 0.18 * Curve.smooth(0.25, 0.5, Math.abs(share - 0.5));
    double round = (0.98 - fold) * (1 - corner);
    double place = Curve.clamp((share - 0.12) / 0.76) * (COLUMNS - 1);
    int left = Math.min(COLUMNS - 2, (int) place);
    double here =
        skin[left][channel] + (place - left) * (skin[left + 1][channel] - skin[left][channel]);
    double seen = PortraitLight.value(frame, x, y, channel);
    return seen + painted * (here * round - seen);
  }

  /** The lighter part of what lies above a place of the lid. */
  private double[] lighter(RgbImage frame, double share) {
    double[][] colors = new double[SAMPLES][3];
    for (int i = 0; i < SAMPLES; i++) {
      double above = (NEAREST + (FARTHEST - NEAREST) * i / (SAMPLES - 1)) * eye.width();
      double x = eye.pixelX(share, -above);
      double y = eye.pixelY(share, -above);
      for (int channel = 0; channel < 3; channel++) {
        colors[i][channel] = PortraitLight.value(frame, x, y, channel);
      }
    }
    Arrays.sort(colors, (one, other) -> Double.compare(sum(one), sum(other)));
    double[] mean = new double[3];
    int from = SAMPLES * 6 / 10;
    int to = SAMPLES - 1;
    for (int i = from; i < to; i++) {
      for (int channel = 0; channel < 3; channel++) {
        mean[channel] += colors[i][channel] / (to - from);
      }
    }
    double open = eye.openingAt(eye.pixelX(share, 0), eye.pixelY(share, 0));
    double below = open + BELOW_EYE * eye.width();
    for (int channel = 0; channel < 3; channel++) {
      double cheek =
          PortraitLight.value(frame, eye.pixelX(share, below), eye.pixelY(share, below), channel);
      mean[channel] += BELOW_SHARE * (cheek - mean[channel]);
    }
    return mean;
  }

  private static double sum(double[] color) {
    return color[0] + color[1] + color[2];
  }
}
