package io.lipstream.engine;

import ai.djl.Device;
import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import io.lipstream.bundle.Bundle;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.Network;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;

/**
 * ONNX Runtime on the CPU, through DJL. Each network has threads of its own, which sleep while they
 * wait: by default they spin, and take the processors from the other networks and the encoders.
 */
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
  public boolean hasGraphicsProcessor() {
    return false;
  }

  @Override
  public Network open(Bundle bundle, String graph) {
    byte[] bytes = bundle.graph(graph);
    Model model = Model.newInstance(graph, Device.cpu(), DJL_NAME);
    try (SessionOptions options = options()) {
      model.load(new ByteArrayInputStream(bytes), Map.of("sessionOptions", options));
      return new DjlNetwork(graph, model);
    } catch (IOException | MalformedModelException | OrtException e) {
      model.close();
      throw new LipstreamException(
          ErrorCode.ENGINE_FAILED, "%s refuses the graph %s".formatted(name(), graph), e);
    }
  }

  private SessionOptions options() throws OrtException {
    SessionOptions options = new SessionOptions();
    options.setInterOpNumThreads(1);
    options.setIntraOpNumThreads(threads);
    options.setExecutionMode(SessionOptions.ExecutionMode.SEQUENTIAL);
    options.setOptimizationLevel(SessionOptions.OptLevel.ALL_OPT);
    options.addConfigEntry("session.intra_op.allow_spinning", "0");
    return options;
  }
}
