package io.lipstream.bench.scheduling;

import io.lipstream.bundle.Bundle;
import io.lipstream.engine.EngineSettings;
import io.lipstream.engine.Engines;
import io.lipstream.engine.InputShapes;
import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import io.lipstream.rendering.BatchingSettings;
import io.lipstream.rendering.FaceRenderer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a frame of 512x512 of the embedded model costs a processor: full batches of the renderer's
 * graph, on made-up inputs, on the calling thread alone.
 */
final class FrameCompute implements AutoCloseable {
  private static final int SIDE = 512;

  private final Network network;
  private final Map<String, Tensor> inputs;
  private final long batch;

  FrameCompute() {
    BatchingSettings settings = BatchingSettings.defaults();
    batch = settings.limits().largest();
    InputShapes shapes =
        settings.plannedShapes().stream().filter(this::isWanted).findFirst().orElseThrow();
    inputs = inputs(shapes);
    network =
        Engines.open(new EngineSettings(EngineSettings.Choice.ONNXRUNTIME, 1).onProcessor())
            .open(Bundle.embedded(), FaceRenderer.GRAPH);
  }

  /** Processor time of one frame of a batch that is run now, nanoseconds. */
  double nanos() {
    ThreadCost before = ThreadCost.ofCaller();
    network.run(inputs);
    return (double) ThreadCost.ofCaller().minus(before).cpuNanos() / batch;
  }

  private boolean isWanted(InputShapes shapes) {
    List<Long> base = shapes.shapes().get("base");
    return base.get(base.size() - 1) == SIDE && shapes.shapes().get("face").get(0) == batch;
  }

  private static Map<String, Tensor> inputs(InputShapes shapes) {
    Map<String, Tensor> inputs = new HashMap<>();
    shapes
        .shapes()
        .forEach(
            (name, axes) -> {
              long[] shape = axes.stream().mapToLong(Long::longValue).toArray();
              float[] values =
                  new float[(int) Arrays.stream(shape).reduce(1, (one, other) -> one * other)];
              for (int i = 0; i < values.length; i++) {
                values[i] = (float) (0.5 + 0.5 * Math.sin(i / 37.0));
              }
              inputs.put(name, Tensor.of(values, shape));
            });
    return inputs;
  }

  @Override
  public void close() {
    network.close();
  }
}
