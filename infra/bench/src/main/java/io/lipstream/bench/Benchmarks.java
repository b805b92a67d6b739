package io.lipstream.bench;

import io.lipstream.bench.admission.AdmissionBenchmark;
import io.lipstream.bench.efficiency.EfficiencyBenchmark;
import io.lipstream.bench.gateway.GatewayBenchmark;
import io.lipstream.bench.gpu.GpuBenchmark;
import io.lipstream.bench.latency.LatencyBenchmark;
import io.lipstream.bench.load.PlotBenchmark;
import io.lipstream.bench.mel.MelBenchmark;
import io.lipstream.bench.scheduling.BatcherBenchmark;
import io.lipstream.bench.scheduling.LoadCurveBenchmark;
import io.lipstream.bench.scheduling.ScaleBenchmark;
import io.lipstream.bench.scheduling.SkewBenchmark;
import io.lipstream.bench.soak.SoakBenchmark;
import io.lipstream.bench.sync.SyncBenchmark;
import io.lipstream.bench.video.ClipBenchmark;
import io.lipstream.bench.video.EncoderBenchmark;
import io.lipstream.bench.video.RenderBenchmark;
import java.util.List;

/** Every benchmark there is. */
public final class Benchmarks {
  public static final List<Benchmark> ALL =
      List.of(
          new MelBenchmark(),
          new RenderBenchmark(),
          new ClipBenchmark(),
          new EncoderBenchmark(),
          new AdmissionBenchmark(),
          new GatewayBenchmark(),
          new SyncBenchmark(),
          new LatencyBenchmark(),
          new EfficiencyBenchmark(),
          new SoakBenchmark(),
          new PlotBenchmark(),
          new BatcherBenchmark(),
          new LoadCurveBenchmark(),
          new SkewBenchmark(),
          new ScaleBenchmark(),
          new GpuBenchmark());

  private Benchmarks() {}
}
