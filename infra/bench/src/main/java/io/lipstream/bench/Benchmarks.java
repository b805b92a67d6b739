package io.lipstream.bench;

import io.lipstream.bench.mel.MelBenchmark;
import java.util.List;

/** Every benchmark there is. */
public final class Benchmarks {
  public static final List<Benchmark> ALL = List.of(new MelBenchmark());

  private Benchmarks() {}
}
