package io.lipstream.engine;

import ai.djl.Device;
import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.providers.OrtTensorRTProviderOptions;
import io.lipstream.bundle.Bundle;
import io.lipstream.inference.Network;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;

/**
 * ONNX Runtime through DJL, on the CPU or with one of its providers on a GPU; tensors stand in the
 * host's memory and the provider copies them. Each network has threads of its own, which sleep
 * while they wait: by default they spin, and take the processors from the other networks and the
 * encoders.
 */
final class OnnxRuntimeEngine implements Engine {
  private static final String DJL_NAME = "OnnxRuntime";

  private final EngineChoice choice;
  private final EngineSettings settings;

  OnnxRuntimeEngine(EngineChoice choice, EngineSettings settings) {
    this.choice = choice;
    this.settings = settings;
  }

  @Override
  public String name() {
    return choice.name(settings.precision());
  }

  @Override
  public boolean hasGraphicsProcessor() {
    return choice.kind().onGraphicsProcessor();
  }

  @Override
  public OptionalLong deviceMemory() {
    return hasGraphicsProcessor() ? FoundMachine.usedBytes(choice.gpu()) : OptionalLong.empty();
  }

  @Override
  public OptionalLong freeDeviceMemory() {
    return hasGraphicsProcessor() ? FoundMachine.freeBytes(choice.gpu()) : OptionalLong.empty();
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
      throw EngineFailure.of("opening the graph %s on %s".formatted(graph, name()), e);
    }
  }

  private SessionOptions options() throws OrtException {
    SessionOptions options = new SessionOptions();
    options.setInterOpNumThreads(1);
    options.setIntraOpNumThreads(settings.threads());
    options.setExecutionMode(SessionOptions.ExecutionMode.SEQUENTIAL);
    options.setOptimizationLevel(SessionOptions.OptLevel.ALL_OPT);
    options.addConfigEntry("session.intra_op.allow_spinning", "0");
    switch (choice.kind()) {
      case ONNX_CUDA -> options.addCUDA(choice.gpu());
      case ONNX_TENSORRT -> {
        addTensorRt(options);
        options.addCUDA(choice.gpu());
      }
      case ONNX_CPU, TENSORRT -> {}
    }
    return options;
  }

  /** What TensorRT does not take of a graph falls to CUDA, which is added after it. */
  private void addTensorRt(SessionOptions options) throws OrtException {
    try (OrtTensorRTProviderOptions tensorRt = new OrtTensorRTProviderOptions(choice.gpu())) {
      tensorRt.add("trt_fp16_enable", settings.precision() == Precision.HALF ? "1" : "0");
      options.addTensorrt(tensorRt);
    }
  }
}
