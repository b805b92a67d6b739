package io.lipstream.engine;

import ai.djl.Device;
import ai.djl.MalformedModelException;
import ai.djl.Model;
import io.lipstream.bundle.Bundle;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.Network;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;

/** ONNX Runtime on the CPU, through DJL. Each network has threads of its own. */
final class OnnxRuntimeEngine implements Engine {
  private static final String DJL_NAME = "OnnxRuntime";

  private final int threads;

  OnnxRuntimeEngine(int threads) {
    this.threads = threads;
  }

  @Override
  public String name() {
    return "OnnxRuntime/cpu";
  }

  @Override
  public Network open(Bundle bundle, String graph) {
    byte[] bytes = bundle.graph(graph);
    Model model = Model.newInstance(graph, Device.cpu(), DJL_NAME);
    try {
      model.load(new ByteArrayInputStream(bytes), options());
      return new DjlNetwork(graph, model);
    } catch (IOException | MalformedModelException e) {
      model.close();
      throw new LipstreamException(
          ErrorCode.ENGINE_FAILED, "%s refuses the graph %s".formatted(name(), graph), e);
    }
  }

  /** DJL reads the number of inner threads only where that of outer ones is given too. */
  private Map<String, String> options() {
    return Map.of(
        "interOpNumThreads",
        "1",
        "intraOpNumThreads",
        String.valueOf(threads),
        "executionMode",
        "SEQUENTIAL",
        "optLevel",
        "ALL_OPT");
  }
}
