package io.lipstream.rendering;

import io.lipstream.bundle.Bundle;
import io.lipstream.bundle.Manifest;
import io.lipstream.engine.Engine;
import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import io.lipstream.motion.MotionTrack;
import io.lipstream.portrait.PreparedPortrait;
import io.lipstream.portrait.RgbImage;
import java.nio.FloatBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * Moves a portrait's face by rows of motion. A frame is a pure function of its scene and its row:
 * how a clip is cut into segments and batches makes no difference. Preparing is thread-safe;
 * rendering is for one thread at a time, with a renderer each.
 */
public final class FaceRenderer implements AutoCloseable {
  private static final String GRAPH = "face_renderer";

  /** Default of a request's expand_ratio. */
  private static final double EXPAND_RATIO = 0.2;

  /** Large regions run in smaller batches, since memory goes with the pixels of a run. */
  private static final int PIXELS_A_RUN = 1 << 20;

  private final Network network;
  private final RegionFitting fitting;
  private final int batchFrames;

  public FaceRenderer(Bundle bundle, Engine engine) {
    Manifest manifest = bundle.manifest();
    this.fitting = new RegionFitting(manifest.regionSides());
    this.batchFrames = manifest.batchFrames();
    this.network = engine.open(bundle, GRAPH);
  }

  /** Prepares a portrait with the default expand ratio. */
  public Scene prepare(PreparedPortrait portrait) {
    return prepare(portrait, EXPAND_RATIO);
  }

  /**
   * Prepares a portrait.
   *
   * @param expandRatio room for the head's sway about the face, in heights of the face
   */
  public Scene prepare(PreparedPortrait portrait, double expandRatio) {
    return SceneMaker.make(portrait, fitting, expandRatio);
  }

  /**
   * Renders a frame for each row of motion and hands them over in order.
   *
   * @throws io.lipstream.error.LipstreamException ENGINE_FAILED
   */
  public void render(Scene scene, MotionTrack motion, FrameSink sink) {
    int batch = batchFrames(scene.whole());
    for (int from = 0; from < motion.frames(); from += batch) {
      Map<String, Tensor> inputs = new HashMap<>(scene.maps());
      inputs.put("mouth", MotionBatch.mouth(motion, from, batch));
      inputs.put("head", MotionBatch.head(motion, from, batch, scene.sway()));
      FloatBuffer frames = network.run(inputs).get("frames").values();
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
