package io.lipstream.bench.soak;

import io.lipstream.bench.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Resident memory of a process over time, sampled when it is asked to. Linux only. */
final class ResidentMemory {
  private static final double KILOBYTES = 1024;

  private final Path status;
  private final List<double[]> samples = new ArrayList<>();

  ResidentMemory(long pid) {
    status = Path.of("/proc", Long.toString(pid), "status");
  }

  void sample(double second) {
    try {
      Files.readAllLines(status).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / KILOBYTES)
          .forEach(megabytes -> samples.add(new double[] {second, megabytes}));
    } catch (IOException e) {
      throw new IllegalStateException("no resident memory in " + status, e);
    }
  }

  double[] seconds(int windows) {
    return medians(windows, 0);
  }

  double[] megabytes(int windows) {
    return medians(windows, 1);
  }

  /** Medians of so many runs of samples, equally long. */
  private double[] medians(int windows, int column) {
    int count = Math.min(windows, samples.size());
    double[] medians = new double[count];
    for (int i = 0; i < count; i++) {
      medians[i] =
          Timing.median(
              samples.subList(i * samples.size() / count, (i + 1) * samples.size() / count).stream()
                  .mapToDouble(sample -> sample[column])
                  .toArray());
    }
    return medians;
  }
}
