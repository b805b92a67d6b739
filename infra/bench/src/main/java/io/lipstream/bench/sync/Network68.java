package io.lipstream.bench.sync;

import ai.djl.engine.Engine;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.lipstream.portrait.RgbImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.util.Map;

/**
 * The landmark network of face-api, for measuring only: it was trained by others, on other data,
 * for other points than the bundle's mesh. See {@code infra/bench/landmarks68}. One thread.
 */
final class Network68 implements AutoCloseable {
  private static final String RESOURCE = "/landmarks68/face_landmark_68.onnx";

  private final OrtEnvironment environment = environment();
  private final OrtSession session;

  private Network68(byte[] model) throws OrtException {
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      session = environment.createSession(model, options);
    }
  }

  static Network68 open() {
    try (InputStream model = Network68.class.getResourceAsStream(RESOURCE)) {
      return new Network68(model.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (OrtException e) {
      throw new IllegalStateException("cannot open " + RESOURCE, e);
    }
  }

  /** DJL refuses to work with an environment that it has not made itself. */
  private static OrtEnvironment environment() {
    Engine.getEngine("OnnxRuntime");
    return OrtEnvironment.getEnvironment();
  }

  /** The points of the face that a square of a picture shows, in pixels of the picture. */
  Points68 look(RgbImage picture, FaceSquare square) {
    float[] planes = square.planes(picture);
    try (OnnxTensor input =
            OnnxTensor.createTensor(
                environment,
                FloatBuffer.wrap(planes),
                new long[] {1, 3, FaceSquare.SIDE, FaceSquare.SIDE});
        OrtSession.Result result = session.run(Map.of("input", input))) {
      FloatBuffer shares = ((OnnxTensor) result.get(0)).getFloatBuffer();
      float[] points = new float[2 * Points68.COUNT];
      for (int i = 0; i < points.length; i++) {
        double corner = i % 2 == 0 ? square.left() : square.top();
        points[i] = (float) (corner + shares.get(i) * square.side());
      }
      return new Points68(points);
    } catch (OrtException e) {
      throw new IllegalStateException("cannot run " + RESOURCE, e);
    }
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw new IllegalStateException("cannot close " + RESOURCE, e);
    }
  }
}
