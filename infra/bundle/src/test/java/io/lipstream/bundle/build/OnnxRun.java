package io.lipstream.bundle.build;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.util.HashMap;
import java.util.Map;

/** Runs a model of one input on ONNX Runtime. */
final class OnnxRun {
  private OnnxRun() {}

  static Map<String, float[]> run(byte[] model, float[] input, long... shape) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions();
        OrtSession session = environment.createSession(model, options);
        OnnxTensor tensor = OnnxTensor.createTensor(environment, FloatBuffer.wrap(input), shape);
        OrtSession.Result result = session.run(Map.of("input", tensor))) {
      Map<String, float[]> outputs = new HashMap<>();
      result.forEach(
          output -> {
            FloatBuffer values = ((OnnxTensor) output.getValue()).getFloatBuffer();
            float[] copy = new float[values.remaining()];
            values.get(copy);
            outputs.put(output.getKey(), copy);
          });
      return outputs;
    }
  }
}
