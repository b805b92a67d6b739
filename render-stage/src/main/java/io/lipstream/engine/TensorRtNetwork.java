package io.lipstream.engine;

import static java.util.stream.Collectors.toMap;

import ai.djl.Device;
import ai.djl.MalformedModelException;
import ai.djl.Model;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A graph with one compiled plan for each set of input shapes, made when the shapes are first met
 * and kept until the end, since a closed predictor leaves its execution context behind. One thread
 * at a time.
 */
final class TensorRtNetwork implements Network {
  private final int gpu;
  private final String graph;
  private final byte[] onnx;
  private final Map<Map<String, List<Long>>, DjlNetwork> plans = new HashMap<>();

  TensorRtNetwork(int gpu, String graph, byte[] onnx) {
    this.gpu = gpu;
    this.graph = graph;
    this.onnx = onnx;
  }

  @Override
  public Map<String, Tensor> run(Map<String, Tensor> inputs) {
    Map<String, List<Long>> shapes =
        inputs.entrySet().stream()
            .collect(
                toMap(
                    Map.Entry::getKey,
                    input -> Arrays.stream(input.getValue().shape()).boxed().toList(),
                    (one, other) -> one,
                    TreeMap::new));
    return plans.computeIfAbsent(shapes, this::compile).run(inputs);
  }

  @Override
  public void close() {
    plans.values().forEach(DjlNetwork::close);
    plans.clear();
  }

  private DjlNetwork compile(Map<String, List<Long>> shapes) {
    Model model = Model.newInstance(graph, Device.gpu(gpu), TensorRtEngine.DJL_NAME);
    try {
      Path file = Files.createTempFile("lipstream-", ".onnx");
      try {
        Files.write(file, FixedShapes.apply(onnx, shapes));
        model.load(file);
        return new DjlNetwork(graph, model);
      } finally {
        Files.delete(file);
      }
    } catch (IOException | MalformedModelException e) {
      model.close();
      throw new LipstreamException(
          ErrorCode.ENGINE_FAILED,
          "TensorRT refuses the graph %s with input shapes %s".formatted(graph, shapes),
          e);
    }
  }
}
