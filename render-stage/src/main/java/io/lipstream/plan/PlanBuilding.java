package io.lipstream.plan;

import io.lipstream.bundle.Bundle;
import io.lipstream.engine.FixedShapes;
import io.lipstream.engine.InputShapes;
import io.lipstream.engine.PlanTarget;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.OutOfDeviceMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Builds what the shelf lacks, plan by plan, so that what was built stays whatever comes after. A
 * shape that the GPU has no memory for is passed over and told of at the end; any other failure
 * ends it, since the next shape would fail alike.
 */
final class PlanBuilding {
  private final PlanBuilder builder;
  private final PlanShelf shelf;
  private final Consumer<String> say;

  PlanBuilding(PlanBuilder builder, PlanShelf shelf, Consumer<String> say) {
    this.builder = builder;
    this.shelf = shelf;
    this.say = say;
  }

  /**
   * Builds the plans of a graph.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if the builder is of another TensorRT than the
   *     target; ENGINE_FAILED if a plan could not be built
   */
  void build(Bundle bundle, PlanTarget target, String graph, List<InputShapes> shapes) {
    requireSameLibrary(target);
    int tooLarge = 0;
    String first = "";
    for (int i = 0; i < shapes.size(); i++) {
      InputShapes shape = shapes.get(i);
      String what = "plan %d of %d, %s".formatted(i + 1, shapes.size(), shape.name());
      if (shelf.stands(bundle.digest(), target, graph, shape)) {
        say.accept(what + ": stands");
        continue;
      }
      try {
        build(bundle, target, graph, shape);
        say.accept(what + ": built");
      } catch (OutOfDeviceMemory e) {
        say.accept("%s: passed over, %s".formatted(what, e.getMessage()));
        first = tooLarge++ == 0 ? shape.name() : first;
      }
    }
    if (tooLarge > 0) {
      throw new LipstreamException(
          ErrorCode.ENGINE_FAILED,
          "%d of %d plans need more memory than the GPU has, such as %s; take large ones out of render.plan-sides or render.batch-sizes"
              .formatted(tooLarge, shapes.size(), first));
    }
  }

  private void requireSameLibrary(PlanTarget target) {
    String version = builder.libraryVersion();
    if (!version.equals(target.library())) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "the builder is of TensorRT %s, the workers' libraries are %s: a plan of one does not load in the other"
              .formatted(version, target.library()));
    }
  }

  private void build(Bundle bundle, PlanTarget target, String graph, InputShapes shape) {
    try {
      Path folder = Files.createTempDirectory("lipstream-plan-");
      Path onnx = folder.resolve(graph + ".onnx");
      Path plan = folder.resolve(graph + ".trt");
      try {
        Files.write(onnx, FixedShapes.apply(bundle.graph(graph), shape.shapes()));
        builder.build(onnx, plan, target.precision());
        shelf.put(bundle.digest(), target, graph, shape, plan);
      } finally {
        Files.deleteIfExists(onnx);
        Files.deleteIfExists(plan);
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
