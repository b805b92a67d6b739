package io.lipstream.bench;

import java.util.Locale;

/**
 * What the last line of a benchmark says after its name, in the form that readers of it rely on: no
 * key more, none less, in this order. Shares and ratios are 0 to 1 where nothing else is said.
 */
public final class LastLine {
  private LastLine() {}

  /**
   * @param ratio CPU-seconds a frame of the bare loop over those of the TaskManager
   */
  public static String efficiency(double ratio, double fps, double loopFps) {
    return line("ratio=%.2f fps=%.1f loop_fps=%.1f", ratio, fps, loopFps);
  }

  /** Milliseconds of a clip that the bare loop does not take. */
  public static String latency(double medianOver, double p95Over) {
    return line("median_over_ms=%.0f p95_over_ms=%.0f", medianOver, p95Over);
  }

  /**
   * @param throughputRatio throughput at the most users over the peak
   * @param naiveRatio the same of the naive server, at the users it is known for
   */
  public static String loadCurve(
      double throughputRatio,
      double errors,
      double busy,
      double fill,
      double naiveRatio,
      double naiveErrors) {
    return line(
        "throughput_ratio=%.3f errors=%.3f busy=%.3f fill=%.3f naive_ratio=%.3f naive_errors=%.3f",
        throughputRatio, errors, busy, fill, naiveRatio, naiveErrors);
  }

  /**
   * @param p99Ratio short clips' p99 over that without long ones
   */
  public static String skew(double utilisation, double p99Ratio, double roundRobinUtilisation) {
    return line(
        "utilisation=%.3f p99_ratio=%.3f round_robin_utilisation=%.3f",
        utilisation, p99Ratio, roundRobinUtilisation);
  }

  /**
   * @param worst least throughput a GPU over that of one GPU
   */
  public static String scale(double worst) {
    return line("worst=%.3f", worst);
  }

  /**
   * @param overhead share of a frame's compute
   */
  public static String batcher(double overhead, double nanosecondsPerItem) {
    return line("overhead=%.4f ns_per_item=%.0f", overhead, nanosecondsPerItem);
  }

  /** Slopes in percent of the median along the whole run. */
  public static String soak(double p99SlopePercent, double rssSlopePercent, int seconds) {
    return line(
        "p99_slope_percent=%.1f rss_slope_percent=%.1f seconds=%d",
        p99SlopePercent, rssSlopePercent, seconds);
  }

  private static String line(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
