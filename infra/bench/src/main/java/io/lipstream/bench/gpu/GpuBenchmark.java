package io.lipstream.bench.gpu;

import io.lipstream.bench.Benchmark;
import io.lipstream.engine.Engine;
import io.lipstream.engine.EngineSettings;
import io.lipstream.engine.Engines;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.job.DataPlaneSettings;
import io.lipstream.plan.EnginePlans;
import io.lipstream.rendering.BatchingSettings;
import io.lipstream.settings.PropertiesFile;
import io.lipstream.settings.Settings;
import io.lipstream.storage.S3Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The render graph on the GPU by every engine that can, in full and half precision, for each shape
 * that plans are built for: milliseconds a frame, the device's memory, how like half is to full,
 * and what happens when the memory ends. Inputs are made up. Without a GPU it is refused.
 */
public final class GpuBenchmark implements Benchmark {
  private static final int RUNS = 20;
  private static final int MOST_PROBED = 512;

  private record Candidate(String name, String engine, String provider, String precision) {
    Map<String, String> settings(Map<String, String> given) {
      Map<String, String> all = new HashMap<>(given);
      all.put("render.engine", engine);
      all.put("render.onnxruntime-provider", provider);
      all.put("render.precision", precision);
      return all;
    }
  }

  private static final List<Candidate> CANDIDATES =
      List.of(
          new Candidate("TensorRT, full precision", "tensorrt", "auto", "full"),
          new Candidate("TensorRT, half precision", "tensorrt", "auto", "half"),
          new Candidate("ONNX Runtime on CUDA, full precision", "onnxruntime", "cuda", "full"),
          new Candidate(
              "ONNX Runtime's TensorRT, full precision", "onnxruntime", "tensorrt", "full"),
          new Candidate(
              "ONNX Runtime's TensorRT, half precision", "onnxruntime", "tensorrt", "half"));

  @Override
  public String name() {
    return "gpu";
  }

  @Override
  public String goal() {
    return "The render graph on a GPU by engine, precision and shape: speed, memory, likeness; no goal.";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    if (arguments.size() > 1) {
      throw new LipstreamException(
          ErrorCode.INVALID_PARAMETER,
          "bench gpu takes one properties file or none, not %s".formatted(arguments));
    }
    Map<String, String> given = arguments.isEmpty() ? Map.of() : read(Path.of(arguments.get(0)));
    Engine found = engine(Settings.parse(DataPlaneSettings.SETTINGS, given));
    if (!found.hasGraphicsProcessor()) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "bench gpu measures GPUs, but this machine's engine is " + found.name());
    }
    GpuReport report =
        new GpuReport(
            out,
            BatchingSettings.from(Settings.parse(DataPlaneSettings.SETTINGS, given))
                .plannedShapes(),
            RUNS,
            MOST_PROBED);
    for (Candidate candidate : CANDIDATES) {
      report.measure(
          candidate.name(),
          candidate.precision().equals("half"),
          () -> engine(Settings.parse(DataPlaneSettings.SETTINGS, candidate.settings(given))));
    }
    return report.line();
  }

  private static Engine engine(Settings settings) {
    return Engines.open(
        EngineSettings.from(settings), () -> EnginePlans.shelf(S3Settings.from(settings)));
  }

  private static Map<String, String> read(Path file) {
    try {
      return PropertiesFile.read(file);
    } catch (IOException e) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID, "cannot read the settings in '%s'".formatted(file), e);
    }
  }
}
