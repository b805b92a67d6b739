package io.lipstream.bench.report;

import io.lipstream.bench.Options;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A Markdown file report.md and what it shows, in a folder of its own. It begins with when and on
 * what machine it was made, and how loaded that was. One thread.
 */
public final class Report {
  private final Path folder;
  private final List<String> lines = new ArrayList<>();

  private Report(Path folder) {
    this.folder = folder;
  }

  /**
   * The report of a benchmark, in the folder that its option {@code report} names, else in one of
   * its own below the user's data folder.
   */
  public static Report begin(Options options, String bench, String title) {
    Path data = Path.of(System.getProperty("lipstream.data", ".lipstream"));
    return begin(options.path("report", data.resolve("bench").resolve(bench)), title);
  }

  /**
   * @param folder made if it is not there
   */
  static Report begin(Path folder, String title) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw failed(folder, e);
    }
    Report report = new Report(folder);
    report.lines.add("# " + title);
    report.paragraph(
        "%s, %d processors, Java %s, load average at the start %.2f."
            .formatted(
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                Runtime.getRuntime().availableProcessors(),
                Runtime.version(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
    return report;
  }

  public Report paragraph(String text) {
    lines.add("");
    lines.add(text);
    return this;
  }

  /** A table; its first row has the names of the columns. */
  public Report table(List<List<String>> rows) {
    lines.add("");
    for (int i = 0; i < rows.size(); i++) {
      lines.add("| " + String.join(" | ", rows.get(i)) + " |");
      if (i == 0) {
        lines.add("|" + "---|".repeat(rows.get(0).size()));
      }
    }
    return this;
  }

  public Report plot(String file, Plot plot) {
    plot.write(file(file));
    lines.add("");
    lines.add("![%s](%s)".formatted(file, file));
    return this;
  }

  /** A file of the report. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /** A row of a table. */
  public static List<String> row(Object... cells) {
    return Arrays.stream(cells)
        .map(
            cell ->
                cell instanceof Double number
                    ? String.format(Locale.ROOT, Math.abs(number) < 100 ? "%.2f" : "%.0f", number)
                    : cell.toString())
        .toList();
  }

  /** Ends it with the benchmark's last line, writes it and says where it stands. */
  public void end(PrintStream out, String bench, String line) {
    out.println("report: " + paragraph("`%s %s`".formatted(bench, line)).end());
  }

  /** Writes it; returns where it stands. */
  public Path end() {
    Path file = file("report.md");
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw failed(file, e);
    }
    return file;
  }

  private static LipstreamException failed(Path path, IOException cause) {
    return new LipstreamException(
        ErrorCode.CONFIGURATION_INVALID,
        "cannot write the report %s: %s".formatted(path, cause.getMessage()),
        cause);
  }
}
