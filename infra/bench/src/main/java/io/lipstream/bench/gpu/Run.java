package io.lipstream.bench.gpu;

import io.lipstream.bench.Timing;
import io.lipstream.engine.InputShapes;
import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs of the renderer's graph on made-up inputs of one shape.
 *
 * @param milliseconds median of a run
 * @param frames what the last run gave
 */
record Run(double milliseconds, float[] frames) {
  /** Runs once to warm up, then so many times with the clock. */
  static Run of(Network network, InputShapes shapes, int times) {
    Map<String, Tensor> inputs = inputs(shapes);
    FloatBuffer frames = network.run(inputs).get("frames").values();
    double[] took = new double[times];
    for (int i = 0; i < times; i++) {
      long startedAt = System.nanoTime();
      frames = network.run(inputs).get("frames").values();
      took[i] = (System.nanoTime() - startedAt) / 1e6;
    }
    float[] values = new float[frames.remaining()];
    frames.duplicate().get(values);
    return new Run(Timing.median(took), values);
  }

  /** Frames of a run: groups, and frames of each. */
  static int frames(InputShapes shapes) {
    List<Long> face = shapes.shapes().get("face");
    return Math.toIntExact(face.get(0) * face.get(1));
  }

  /** Slow waves within 0 and 1; the frames are of one portrait after the other. */
  static Map<String, Tensor> inputs(InputShapes shapes) {
    Map<String, Tensor> inputs = new HashMap<>();
    long portraits = shapes.shapes().get("base").get(0);
    shapes
        .shapes()
        .forEach(
            (name, axes) -> {
              long[] shape = axes.stream().mapToLong(Long::longValue).toArray();
              float[] values =
                  new float[(int) Arrays.stream(shape).reduce(1, (one, other) -> one * other)];
              for (int i = 0; i < values.length; i++) {
                values[i] =
                    name.equals("portrait")
                        ? i % portraits
                        : (float) (0.5 + 0.5 * Math.sin(i / 37.0));
              }
              inputs.put(name, Tensor.of(values, shape));
            });
    return inputs;
  }
}
