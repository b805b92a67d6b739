package io.lipstream.engine;

import ai.djl.Device;
import ai.djl.MalformedModelException;
import ai.djl.Model;
import io.lipstream.bundle.Bundle;
import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A graph with one plan for each set of input shapes, opened when the shapes are first met and kept
 * until the end, since a closed predictor leaves its execution context behind. DJL's native code
 * ends the process when the device has no memory for a plan's tensors, so that the room is looked
 * for before. One thread at a time.
 */
final class TensorRtNetwork implements Network {
  private final int gpu;
  private final Bundle bundle;
  private final String graph;
  private final Optional<Plans> plans;
  private final Map<InputShapes, DjlNetwork> opened = new HashMap<>();

  TensorRtNetwork(int gpu, Bundle bundle, String graph, Optional<Plans> plans) {
    this.gpu = gpu;
    this.bundle = bundle;
    this.graph = graph;
    this.plans = plans;
  }

  @Override
  public Map<String, Tensor> run(Map<String, Tensor> inputs) {
    return opened.computeIfAbsent(InputShapes.of(inputs), this::open).run(inputs);
  }

  @Override
  public void close() {
    opened.values().forEach(DjlNetwork::close);
    opened.clear();
  }

  private DjlNetwork open(InputShapes shapes) {
    try {
      if (plans.isPresent()) {
        Path plan = plans.get().require(bundle.digest(), graph, shapes);
        DeviceRoom.require(
            FoundMachine.freeBytes(gpu), Files.size(plan) + 2 * shapes.bytes(), graph);
        return load(plan);
      }
      return compile(shapes);
    } catch (IOException | MalformedModelException e) {
      throw EngineFailure.of(
          "opening the graph %s on TensorRT with %s".formatted(graph, shapes.name()), e);
    }
  }

  private DjlNetwork compile(InputShapes shapes) throws IOException, MalformedModelException {
    Path file = Files.createTempFile("lipstream-", ".onnx");
    try {
      Files.write(file, FixedShapes.apply(bundle.graph(graph), shapes.shapes()));
      return load(file);
    } finally {
      Files.delete(file);
    }
  }

  private DjlNetwork load(Path file) throws IOException, MalformedModelException {
    Model model = Model.newInstance(graph, Device.gpu(gpu), TensorRtEngine.DJL_NAME);
    try {
      model.load(file);
      return new DjlNetwork(graph, model);
    } catch (IOException | MalformedModelException | RuntimeException e) {
      model.close();
      throw e;
    }
  }
}
