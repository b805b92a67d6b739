package io.lipstream.rendering;

import io.lipstream.engine.InputShapes;
import io.lipstream.inference.Tensor;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Shapes of the inputs of the renderer's graph; what is in them is made elsewhere. */
final class GraphInputs {
  private GraphInputs() {}

  /** What the graph takes for a grid over a region and a run of that shape. */
  static InputShapes shapes(FieldGrid grid, RunShape run) {
    int width = grid.region().width();
    int height = grid.region().height();
    int cells = grid.cells();
    return new InputShapes(new TreeMap<>())
        .with("pixelPlaces", 1, 2, height, width)
        .with("cellPlaces", 1, 2, grid.height(), grid.width())
        .with("pixelUnits", 1, 2, 1, 1)
        .with("headFields", run.portraits(), HeadSway.PLANES, cells)
        .with(
            "faceFields", run.portraits(), FaceCoefficient.COUNT, (long) FaceFields.PLANES * cells)
        .with("base", run.portraits(), GraphMaps.BASE_PLANES, height, width)
        .with("second", run.portraits(), GraphMaps.SECOND_PLANES, height, width)
        .with("portrait", run.groups())
        .with("face", run.groups(), run.frames(), FaceCoefficient.COUNT)
        .with("head", run.groups(), 2L * run.frames(), HeadSway.PLANES);
  }

  /** Inputs of these shapes with nothing in them. */
  static Map<String, Tensor> empty(FieldGrid grid, RunShape run) {
    Map<String, Tensor> inputs = new HashMap<>();
    shapes(grid, run)
        .shapes()
        .forEach(
            (name, axes) -> {
              long length = axes.stream().reduce(1L, (one, other) -> one * other);
              inputs.put(
                  name,
                  Tensor.of(
                      new float[Math.toIntExact(length)],
                      axes.stream().mapToLong(Long::longValue).toArray()));
            });
    return inputs;
  }
}
