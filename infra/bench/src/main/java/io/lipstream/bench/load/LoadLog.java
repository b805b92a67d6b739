package io.lipstream.bench.load;

import io.lipstream.bench.report.Plot;
import io.lipstream.bench.report.Series;
import io.lipstream.bench.statistics.Percentile;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * The latencies of a load run by the second at which each request was due, and as a CSV file with
 * the columns {@code second,latency_ms}, which any load run can write. Not thread-safe.
 */
public final class LoadLog {
  public static final String HEADER = "second,latency_ms";

  private final List<Sample> samples = new ArrayList<>();

  private record Sample(double second, double milliseconds) {}

  /** Percentiles by window of time; a window without a request is left out. */
  public record Windows(double[] middles, double[] p50, double[] p99) {
    /** Median and 99th percentile over time. */
    public Plot plot(String title) {
      return new Plot(title, "seconds", "ms")
          .with(new Series("p99", middles, p99))
          .with(new Series("p50", middles, p50));
    }
  }

  public void add(double second, double milliseconds) {
    samples.add(new Sample(second, milliseconds));
  }

  public double[] milliseconds() {
    return samples.stream().mapToDouble(Sample::milliseconds).toArray();
  }

  /** Cuts the run into so many windows of equal length. */
  public Windows windows(int count) {
    double end = samples.stream().mapToDouble(Sample::second).max().orElse(0);
    double length = Math.max(end, Double.MIN_NORMAL) / count;
    List<double[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int window = i;
      double[] inside =
          milliseconds(sample -> Math.min(count - 1, (int) (sample.second() / length)) == window);
      if (inside.length > 0) {
        rows.add(
            new double[] {
              (i + 0.5) * length, Percentile.of(inside, 0.5), Percentile.of(inside, 0.99)
            });
      }
    }
    return new Windows(column(rows, 0), column(rows, 1), column(rows, 2));
  }

  private double[] milliseconds(Predicate<Sample> inside) {
    return samples.stream().filter(inside).mapToDouble(Sample::milliseconds).toArray();
  }

  private static double[] column(List<double[]> rows, int column) {
    return rows.stream().mapToDouble(row -> row[column]).toArray();
  }

  public void write(Path file) {
    List<String> lines = new ArrayList<>();
    lines.add(HEADER);
    samples.forEach(
        sample ->
            lines.add(
                String.format(Locale.ROOT, "%.3f,%.1f", sample.second(), sample.milliseconds())));
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw unusable(file, "cannot be written: " + e.getMessage());
    }
  }

  /**
   * @throws LipstreamException INVALID_PARAMETER naming the file and its line
   */
  public static LoadLog read(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw unusable(file, "cannot be read");
    }
    if (lines.size() < 2 || !lines.get(0).strip().equals(HEADER)) {
      throw unusable(file, "does not begin with '" + HEADER + "' and a request");
    }
    LoadLog log = new LoadLog();
    for (int i = 1; i < lines.size(); i++) {
      String[] cells = lines.get(i).split(",", -1);
      try {
        log.add(Double.parseDouble(cells[0]), Double.parseDouble(cells[1]));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        throw unusable(file, "has '%s' in line %d".formatted(lines.get(i), i + 1));
      }
    }
    return log;
  }

  private static LipstreamException unusable(Path file, String why) {
    return new LipstreamException(ErrorCode.INVALID_PARAMETER, file + " " + why);
  }
}
