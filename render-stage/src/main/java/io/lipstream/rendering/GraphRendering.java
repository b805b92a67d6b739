package io.lipstream.rendering;

import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import io.lipstream.motion.MotionTrack;
import io.lipstream.portrait.RgbImage;
import java.nio.FloatBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * The bundle's graph on an engine, in batches of one size. A batch that the rows do not fill is
 * filled up with its last row, so that every run has the same shapes. The graph is what every other
 * way of rendering is measured against.
 */
final class GraphRendering implements FrameRendering {
  private static final String GRAPH = "face_renderer";

  /** Large regions run in smaller batches, since memory goes with the pixels of a run. */
  private static final int PIXELS_A_RUN = 1 << 20;

  private final String name;
  private final Network network;
  private final int batchFrames;

  GraphRendering(Bundle bundle, Engine engine) {
    this.name = engine.name();
    this.batchFrames = bundle.manifest().batchFrames();
    this.network = engine.open(bundle, GRAPH);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void render(Scene scene, MotionTrack motion, FrameSink sink) {
    int batch = batchFrames(scene.whole());
    for (int from = 0; from < motion.frames(); from += batch) {
      FloatBuffer frames = run(scene, motion, from, batch);
      int count = Math.min(batch, motion.frames() - from);
      for (int i = 0; i < count; i++) {
        sink.frame(visible(scene, frames, i, batch));
      }
    }
  }

  @Override
  public void close() {
    network.close();
  }

  private FloatBuffer run(Scene scene, MotionTrack motion, int from, int batch) {
    float[] face = new float[batch * FaceCoefficient.COUNT];
    float[] head = new float[batch * HeadSway.VALUES];
    for (int i = 0; i < batch; i++) {
      int frame = Math.min(from + i, motion.frames() - 1);
      FaceMotion.write(motion, frame, face, i * FaceCoefficient.COUNT);
      scene.sway().write(motion, frame, head, i * HeadSway.VALUES);
    }
    Map<String, Tensor> inputs = new HashMap<>(scene.maps().tensors());
    inputs.put("face", Tensor.of(face, batch, FaceCoefficient.COUNT));
    inputs.put("head", Tensor.of(head, batch, 2, HeadSway.PLANES));
    return network.run(inputs).get("frames").values();
  }

  private int batchFrames(Region region) {
    int pixels = region.width() * region.height();
    return Math.max(1, Math.min(batchFrames, PIXELS_A_RUN / pixels));
  }

  /** Cuts what lies in the frame out of [3, batch, height, width], rounded to bytes. */
  private static RgbImage visible(Scene scene, FloatBuffer frames, int index, int batch) {
    Region whole = scene.whole();
    Region part = scene.region();
    byte[] rgb = new byte[3 * part.width() * part.height()];
    float[] line = new float[part.width()];
    for (int channel = 0; channel < 3; channel++) {
      int plane = (channel * batch + index) * whole.height();
      for (int row = 0; row < part.height(); row++) {
        int start = (plane + row + part.y() - whole.y()) * whole.width() + part.x() - whole.x();
        frames.get(frames.position() + start, line);
        int pixel = 3 * row * part.width() + channel;
        for (int column = 0; column < part.width(); column++) {
          rgb[pixel + 3 * column] = (byte) (int) Math.max(0, Math.min(255, line[column] + 0.5f));
        }
      }
    }
    return new RgbImage(part.width(), part.height(), rgb);
  }
}
