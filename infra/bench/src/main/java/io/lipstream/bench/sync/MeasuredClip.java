package io.lipstream.bench.sync;

import io.lipstream.portrait.RgbImage;
import java.util.ArrayList;
import java.util.List;

/**
 * A clip that was rendered and looked at, a value a frame.
 *
 * @param commanded what the jaw was told
 * @param measured gap between the lips in widths of the eyes' distance, on the frames
 * @param independent the same gap, as another landmark network sees it on the same frames
 * @param thumbnails the face in each frame
 */
record MeasuredClip(
    Reference reference,
    double[] commanded,
    double[] measured,
    double[] independent,
    List<RgbImage> thumbnails) {
  static final int FRAMES_A_SECOND = 25;

  /** Half a frame: when a sound is shorter than a frame, the nearest frame is its own. */
  private static final double NEAR = 0.5 / FRAMES_A_SECOND;

  private static final double WIDE = 0.6;

  /** At the rows of the reference. */
  double[] measuredRows() {
    return Curves.resampled(measured, reference.rows(), Reference.ROWS_A_SECOND, FRAMES_A_SECOND);
  }

  double[] independentRows() {
    return Curves.resampled(
        independent, reference.rows(), Reference.ROWS_A_SECOND, FRAMES_A_SECOND);
  }

  /** The same clip, measured by the other network. */
  MeasuredClip seenIndependently() {
    return new MeasuredClip(reference, commanded, independent, independent, thumbnails);
  }

  double[] commandedRows() {
    return Curves.resampled(commanded, reference.rows(), Reference.ROWS_A_SECOND, FRAMES_A_SECOND);
  }

  /** The smallest gap in each p, b or m. */
  List<Double> bilabialGaps() {
    List<Double> gaps = new ArrayList<>();
    String[] shapes = reference.shapes();
    for (int row = 0; row < shapes.length; row++) {
      if (shapes[row].equals(Reference.BILABIAL)) {
        int start = row;
        while (row < shapes.length && shapes[row].equals(Reference.BILABIAL)) {
          row++;
        }
        gaps.add(smallest(seconds(start) - NEAR, seconds(row) + NEAR));
      }
    }
    return gaps;
  }

  /** The gap in each frame in which nobody speaks. */
  List<Double> silentGaps() {
    List<Double> gaps = new ArrayList<>();
    for (int frame = 0; frame < measured.length; frame++) {
      int row = (int) Math.round(middle(frame) * Reference.ROWS_A_SECOND);
      if (row < reference.rows() && reference.silent(row)) {
        gaps.add(measured[frame]);
      }
    }
    return gaps;
  }

  /** The gap at each moment that asks for a wide mouth. */
  List<Double> wideGaps() {
    List<Double> gaps = new ArrayList<>();
    double[] rows = measuredRows();
    double[] wanted = reference.opening();
    for (int row = 0; row < rows.length; row++) {
      if (wanted[row] > WIDE) {
        gaps.add(rows[row]);
      }
    }
    return gaps;
  }

  private double smallest(double from, double to) {
    double smallest = Double.POSITIVE_INFINITY;
    for (int frame = 0; frame < measured.length; frame++) {
      if (middle(frame) >= from && middle(frame) <= to) {
        smallest = Math.min(smallest, measured[frame]);
      }
    }
    return smallest;
  }

  private static double middle(int frame) {
    return (frame + 0.5) / FRAMES_A_SECOND;
  }

  private static double seconds(int row) {
    return (double) row / Reference.ROWS_A_SECOND;
  }
}
