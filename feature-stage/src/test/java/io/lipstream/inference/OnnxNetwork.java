package io.lipstream.inference;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A network of the embedded bundle on plain ONNX Runtime, for tests of the stages before it. */
public final class OnnxNetwork implements Network {
  private static final Path BUNDLE = Path.of("../render-stage/src/main/resources/bundles/embedded");

  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;

  private OnnxNetwork(Path file) throws OrtException {
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    options.setIntraOpNumThreads(1);
    session = environment.createSession(file.toString(), options);
  }

  /** Opens a file of the bundle as it stands in the source tree. */
  public static OnnxNetwork open(String name) {
    try {
      return new OnnxNetwork(BUNDLE.resolve(name));
    } catch (OrtException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Map<String, Tensor> run(Map<String, Tensor> inputs) {
    Map<String, OnnxTensor> feed = new HashMap<>();
    try {
      for (Map.Entry<String, Tensor> input : inputs.entrySet()) {
        Tensor tensor = input.getValue();
        feed.put(
            input.getKey(), OnnxTensor.createTensor(environment, tensor.values(), tensor.shape()));
      }
      try (OrtSession.Result result = session.run(feed)) {
        Map<String, Tensor> outputs = new HashMap<>();
        for (Map.Entry<String, OnnxValue> output : result) {
          OnnxTensor tensor = (OnnxTensor) output.getValue();
          FloatBuffer values = tensor.getFloatBuffer();
          outputs.put(output.getKey(), new Tensor(tensor.getInfo().getShape(), values));
        }
        return outputs;
      }
    } catch (OrtException e) {
      throw new IllegalStateException(e);
    } finally {
      feed.values().forEach(OnnxTensor::close);
    }
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw new IllegalStateException(e);
    }
  }
}
