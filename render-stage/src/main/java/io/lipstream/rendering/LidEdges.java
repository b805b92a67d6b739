package io.lipstream.rendering;

import io.lipstream.portrait.RgbImage;
import java.util.Arrays;

/**
 * Where the lids of an open eye end in the picture, in the eye's own coordinates. Landmarks say it
 * to a few pixels only, which is a third of a small eye.
 *
 * <p>The upper edge is the line along which skin turns dark most, near the landmarks and without
 * steps: of all such lines the best, found column by column. The lashes' middle is the darkest
 * place just below. The lower edge lies below its landmarks by one distance for the whole eye,
 * where colours differ most. Immutable.
 */
final class LidEdges {
  private static final int COLUMNS = 21;

  /** Places that the upper edge may have in a column, about the landmarks'. */
  private static final int PLACES = 29;

  /** From one place to the next, and everything else here: in widths of the eye. */
  private static final double STEP = 0.01;

  private static final double SKIN = 0.09;
  private static final double LASHES = 0.08;
  private static final double LIKELY = 0.07;
  private static final double STEEP = 0.25;
  private static final double MOST_BELOW = 0.11;
  private static final double LIKELY_BELOW = 0.06;
  private static final double SPREAD_BELOW = 0.05;

  private final Eye eye;
  private final RgbImage frame;
  private final double[] upper;
  private final double[] lash;
  private final double below;

  LidEdges(Eye eye, RgbImage frame) {
    this.eye = eye;
    this.frame = frame;
    upper = smoothed(upperEdge());
    lash = smoothed(darkest());
    below = lowerEdge();
  }

  /** Where the skin of the upper lid ends and its lashes begin. */
  double upper(double x) {
    return eye.upper(x) + at(upper, x);
  }

  /** The middle of the upper lid's lashes. */
  double lash(double x) {
    return eye.upper(x) + at(lash, x);
  }

  /** Where the lower lid begins. */
  double lower(double x) {
    return eye.lower(x) + below * window(x);
  }

  /** Pixels between the lids; falls to 0 at the corners. */
  double opening(double x) {
    return Math.max(0, lower(x) - lash(x)) * window(x);
  }

  /** 1 between the corners, 0 beyond them. */
  private double window(double x) {
    double square = (x - eye.width() / 2) / (eye.width() * 0.54);
    square *= square;
    return Math.max(0, 1 - square * square * square * square);
  }

  private double column(int i) {
    return eye.width() * i / (COLUMNS - 1);
  }

  private double at(double[] line, double x) {
    double place = Curve.clamp(x / eye.width()) * (COLUMNS - 1);
    int left = Math.min(COLUMNS - 2, (int) place);
    return line[left] + (place - left) * (line[left + 1] - line[left]);
  }

  /** Distances below the landmarks of the line that gains most. */
  private double[] upperEdge() {
    double[][] best = new double[COLUMNS][PLACES];
    int[][] from = new int[COLUMNS][PLACES];
    for (int i = 0; i < COLUMNS; i++) {
      double[] gain = gains(i);
      for (int place = 0; place < PLACES; place++) {
        best[i][place] = gain[place];
        if (i > 0) {
          from[i][place] = previous(best[i - 1], place);
          best[i][place] += value(best[i - 1], from[i][place], place);
        }
      }
    }
    double[] line = new double[COLUMNS];
    int place = 0;
    for (int other = 1; other < PLACES; other++) {
      place = best[COLUMNS - 1][other] > best[COLUMNS - 1][place] ? other : place;
    }
    for (int i = COLUMNS - 1; i >= 0; i--) {
      line[i] = distance(place);
      place = from[i][place];
    }
    return line;
  }

  private static int previous(double[] best, int place) {
    int chosen = place;
    for (int other = 0; other < PLACES; other++) {
      chosen = value(best, other, place) > value(best, chosen, place) ? other : chosen;
    }
    return chosen;
  }

  private static double value(double[] best, int from, int to) {
    double steps = STEEP * (to - from);
    return best[from] - 0.1 * steps * steps;
  }

  private double distance(int place) {
    return (place - PLACES / 2) * STEP * eye.width();
  }

  /** How much darker it gets at each place of a column, as a share, and how likely it is there. */
  private double[] gains(int column) {
    double x = column(column);
    double[] gains = new double[PLACES];
    for (int place = 0; place < PLACES; place++) {
      double off = distance(place);
      double y = eye.upper(x) + off;
      double skin = (light(x, y - 0.4 * SKIN * eye.width()) + light(x, y - SKIN * eye.width())) / 2;
      double dark =
          (light(x, y + 0.3 * LASHES * eye.width()) + light(x, y + 0.8 * LASHES * eye.width())) / 2;
      double likely = off / (LIKELY * eye.width());
      gains[place] = Math.max(0, skin - dark) / (skin + 20) * Math.exp(-likely * likely / 2);
    }
    return gains;
  }

  private double[] darkest() {
    double[] line = new double[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
      double x = column(i);
      double least = Double.POSITIVE_INFINITY;
      for (double off = 0.02; off <= LASHES; off += STEP) {
        double here = light(x, eye.upper(x) + upper[i] + off * eye.width());
        if (here < least) {
          least = here;
          line[i] = upper[i] + off * eye.width();
        }
      }
    }
    return line;
  }

  private double lowerEdge() {
    double best = -1;
    double chosen = 0;
    for (double off = 0; off <= MOST_BELOW; off += STEP) {
      double gain = 0;
      for (int i = 3; i < COLUMNS - 3; i++) {
        double x = column(i);
        double y = eye.lower(x) + off * eye.width() * window(x);
        for (int channel = 0; channel < 3; channel++) {
          gain +=
              Math.abs(
                  eye.seen(frame, channel, x, y - 0.04 * eye.width())
                      - eye.seen(frame, channel, x, y + 0.04 * eye.width()));
        }
      }
      double likely = (off - LIKELY_BELOW) / SPREAD_BELOW;
      gain *= Math.exp(-likely * likely / 2);
      if (gain > best) {
        best = gain;
        chosen = off;
      }
    }
    return chosen * eye.width();
  }

  private double light(double x, double y) {
    return 0.3 * eye.seen(frame, 0, x, y)
        + 0.6 * eye.seen(frame, 1, x, y)
        + 0.1 * eye.seen(frame, 2, x, y);
  }

  private static double[] smoothed(double[] line) {
    double[] smooth = new double[line.length];
    Arrays.setAll(
        smooth,
        i -> {
          double sum = 0;
          for (int near = i - 2; near <= i + 2; near++) {
            sum += line[Math.max(0, Math.min(line.length - 1, near))];
          }
          return sum / 5;
        });
    return smooth;
  }
}
