package io.lipstream.bench.gpu;

import io.lipstream.bench.Benchmark;
import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.engine.EngineSettings;
import io.lipstream.engine.Engines;
import io.lipstream.engine.InputShapes;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.Network;
import io.lipstream.inference.OutOfDeviceMemory;
import io.lipstream.job.DataPlaneSettings;
import io.lipstream.plan.EnginePlans;
import io.lipstream.rendering.BatchingSettings;
import io.lipstream.rendering.FaceRenderer;
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
 * The render graph on the GPU for each shape that plans are built for: milliseconds a frame and the
 * device's memory, in full and half precision, and how like the two are. A shape that the memory
 * does not do for is reported, and the run goes on: that is the probe of out-of-memory. Inputs are
 * made up. Without a GPU it is refused.
 */
public final class GpuBenchmark implements Benchmark {
  private static final int RUNS = 20;

  @Override
  public String name() {
    return "gpu";
  }

  @Override
  public String goal() {
    return "The render graph on a GPU by shape and precision: speed, memory, likeness; no goal.";
  }

  @Override
  public String run(PrintStream out, List<String> arguments) {
    Map<String, String> given = arguments.isEmpty() ? Map.of() : read(Path.of(arguments.get(0)));
    Settings full = settings(given, "full");
    Engine engine = engine(full);
    if (!engine.hasGraphicsProcessor()) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "bench gpu measures GPUs, but this machine's engine is " + engine.name());
    }
    out.println("engine " + engine.name());
    Map<InputShapes, float[]> exact = measure(out, engine, full);
    try {
      Engine half = engine(settings(given, "half"));
      out.println("engine " + half.name());
      Map<InputShapes, float[]> rounded = measure(out, half, full);
      double worst =
          exact.entrySet().stream()
              .filter(frames -> rounded.containsKey(frames.getKey()))
              .mapToDouble(
                  frames -> Likeness.decibels(frames.getValue(), rounded.get(frames.getKey())))
              .min()
              .orElse(Double.NaN);
      return "shapes=%d half_shapes=%d worst_half_psnr_db=%.1f"
          .formatted(exact.size(), rounded.size(), worst);
    } catch (LipstreamException e) {
      out.println("half precision: " + e.getMessage());
      return "shapes=%d half_shapes=0".formatted(exact.size());
    }
  }

  private static Map<InputShapes, float[]> measure(
      PrintStream out, Engine engine, Settings settings) {
    Map<InputShapes, float[]> frames = new HashMap<>();
    try (Network network = engine.open(Bundle.embedded(), FaceRenderer.GRAPH)) {
      for (InputShapes shapes : BatchingSettings.from(settings).plannedShapes()) {
        long batch = shapes.shapes().get("face").get(0);
        try {
          Run run = Run.of(network, shapes, RUNS);
          frames.put(shapes, run.frames());
          out.printf(
              "%s: %.2f ms a frame, %s bytes in use%n",
              shapes.name(), run.milliseconds() / batch, engine.deviceMemory());
        } catch (OutOfDeviceMemory e) {
          out.printf("%s: out of memory, told as such: %s%n", shapes.name(), e.getMessage());
        }
      }
    }
    return frames;
  }

  private static Engine engine(Settings settings) {
    return Engines.open(
        EngineSettings.from(settings), () -> EnginePlans.shelf(S3Settings.from(settings)));
  }

  private static Settings settings(Map<String, String> given, String precision) {
    Map<String, String> all = new HashMap<>(given);
    all.put("render.precision", precision);
    return Settings.parse(DataPlaneSettings.SETTINGS, all);
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
