package io.lipstream.bench.sync;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Clips that are judged together: every row of all of them counts alike. */
record MeasuredClips(List<MeasuredClip> clips) {
  private static final int MOST_LAG = 30;

  MeasuredClips seenIndependently() {
    return new MeasuredClips(clips.stream().map(MeasuredClip::seenIndependently).toList());
  }

  /** Those whose names begin so. */
  MeasuredClips of(String source) {
    return new MeasuredClips(
        clips.stream().filter(clip -> clip.reference().name().startsWith(source)).toList());
  }

  /** Correlation of measured and wanted opening where the picture is so many rows late. */
  double correlation(int lag) {
    return correlation(MeasuredClip::measuredRows, lag);
  }

  double commandedCorrelation() {
    return correlation(MeasuredClip::commandedRows, 0);
  }

  /** The lag with the highest correlation, in ms; above 0 where the picture is late. */
  int bestLagMilliseconds() {
    int best = 0;
    for (int lag = -MOST_LAG; lag <= MOST_LAG; lag++) {
      if (correlation(lag) > correlation(best)) {
        best = lag;
      }
    }
    return best * 1000 / Reference.ROWS_A_SECOND;
  }

  /** Correlation of each clip's measured opening with what the next clip's sound asks for. */
  double correlationWithAnother() {
    Pairs pairs = new Pairs();
    for (int i = 0; i < clips.size(); i++) {
      Reference other = clips.get((i + 1) % clips.size()).reference();
      pairs.add(clips.get(i).measuredRows(), other.opening(), 0);
    }
    return pairs.correlation();
  }

  /** Share of p, b and m whose lips come closer than a limit. */
  double bilabialsClosed(double limit) {
    return share(MeasuredClip::bilabialGaps, limit);
  }

  /** Share of silent frames whose lips are closer than a limit. */
  double silenceClosed(double limit) {
    return share(MeasuredClip::silentGaps, limit);
  }

  /**
   * Share of moments that ask for a wide mouth in which the lips are further apart than a limit.
   */
  double vowelsOpened(double limit) {
    return 1 - share(MeasuredClip::wideGaps, limit);
  }

  private double share(Function<MeasuredClip, List<Double>> gaps, double limit) {
    List<Double> all = clips.stream().flatMap(clip -> gaps.apply(clip).stream()).toList();
    return (double) all.stream().filter(gap -> gap < limit).count() / all.size();
  }

  private double correlation(Function<MeasuredClip, double[]> rows, int lag) {
    Pairs pairs = new Pairs();
    for (MeasuredClip clip : clips) {
      pairs.add(rows.apply(clip), clip.reference().opening(), lag);
    }
    return pairs.correlation();
  }

  /** Values of both sides, collected over the clips. */
  private static final class Pairs {
    private double[] ones = new double[0];
    private double[] others = new double[0];

    void add(double[] one, double[] other, int lag) {
      int from = Math.max(0, -lag);
      int count = Math.min(one.length - Math.max(0, lag), other.length) - from;
      int size = ones.length;
      ones = Arrays.copyOf(ones, size + count);
      others = Arrays.copyOf(others, size + count);
      System.arraycopy(one, from + lag, ones, size, count);
      System.arraycopy(other, from, others, size, count);
    }

    double correlation() {
      return Curves.correlation(ones, others);
    }
  }
}
