package io.lipstream.bench.gpu;

import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.engine.InputShapes;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.Network;
import io.lipstream.inference.OutOfDeviceMemory;
import io.lipstream.rendering.FaceRenderer;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Measures engines one after the other and says what each does with each shape. What one engine or
 * one shape cannot do is a line of the report, and the next one's turn.
 */
final class GpuReport {
  private static final double MEGABYTE = 1 << 20;

  private final PrintStream out;
  private final List<InputShapes> shapes;
  private final int runs;
  private final int mostProbed;
  private final Map<InputShapes, float[]> exact = new HashMap<>();
  private int engines;
  private int done;
  private int failed;
  private int halvings;
  private double worstLikeness = Double.POSITIVE_INFINITY;

  /**
   * @param shapes every set of inputs that is run
   * @param runs timed runs of each
   * @param mostProbed frames of the largest batch that is tried for want of memory
   */
  GpuReport(PrintStream out, List<InputShapes> shapes, int runs, int mostProbed) {
    this.out = out;
    this.shapes = shapes;
    this.runs = runs;
    this.mostProbed = mostProbed;
  }

  /**
   * Measures an engine.
   *
   * @param half whether it computes in half precision; those are compared with the first that is
   *     exact
   */
  void measure(String name, boolean half, Supplier<Engine> opener) {
    out.printf("%n%s%n", name);
    try {
      Engine engine = opener.get();
      out.println("engine " + engine.name());
      engines++;
      try (Network network = engine.open(Bundle.embedded(), FaceRenderer.GRAPH)) {
        shapes.forEach(each -> shape(engine, network, each, half));
        probe(network);
      }
    } catch (LipstreamException e) {
      out.println("not measured: " + e.getMessage());
    }
  }

  private void shape(Engine engine, Network network, InputShapes each, boolean half) {
    try {
      Run run = Run.of(network, each, runs);
      done++;
      out.printf(
          "%s: %.2f ms a frame, %s in use%s%n",
          each.name(),
          run.milliseconds() / Run.frames(each),
          megabytes(engine.deviceMemory()),
          likeness(each, run.frames(), half));
    } catch (OutOfDeviceMemory | LipstreamException e) {
      failed++;
      out.printf("%s: not run: %s%n", each.name(), e.getMessage());
    }
  }

  private String likeness(InputShapes each, float[] frames, boolean half) {
    if (!half) {
      exact.putIfAbsent(each, frames);
      return "";
    }
    if (!exact.containsKey(each)) {
      return "";
    }
    double decibels = Likeness.decibels(exact.get(each), frames);
    worstLikeness = Math.min(worstLikeness, decibels);
    return ", %.1f dB to full precision".formatted(decibels);
  }

  private void probe(Network network) {
    try {
      out.println(
          MemoryProbe.of(network, shapes.get(shapes.size() - 1), mostProbed)
              .map(this::told)
              .orElse("memory: no batch of up to %d frames was refused".formatted(mostProbed)));
    } catch (LipstreamException e) {
      out.println("memory: no larger batch can be tried: " + e.getMessage());
    } catch (OutOfMemoryError e) {
      out.println("memory: this machine's own ended before the device's: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String told(MemoryProbe probe) {
    halvings += probe.halved().size();
    return "memory: a batch of %d frames was refused; the micro-batcher halved %s and made %d of %d"
        .formatted(probe.refused(), probe.halved(), probe.made(), probe.refused());
  }

  private static String megabytes(OptionalLong bytes) {
    return bytes.isPresent() ? "%.0f MB".formatted(bytes.getAsLong() / MEGABYTE) : "unknown memory";
  }

  /** Figures of all engines, for the last line. */
  String line() {
    return "engines=%d shapes=%d failed_shapes=%d halvings=%d worst_half_psnr_db=%s"
        .formatted(
            engines,
            done,
            failed,
            halvings,
            Double.isInfinite(worstLikeness) ? "none" : "%.1f".formatted(worstLikeness));
  }
}
