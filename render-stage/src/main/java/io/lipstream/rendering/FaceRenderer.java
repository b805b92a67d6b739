package io.lipstream.rendering;

import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.motion.MotionTrack;
import io.lipstream.portrait.PreparedPortrait;

/**
 * Moves a portrait's face by rows of motion. A frame is a pure function of its scene and its row:
 * how a clip is cut into segments and batches makes no difference. Preparing is thread-safe;
 * rendering is for one thread at a time, with a renderer each.
 */
public final class FaceRenderer implements AutoCloseable {
  /** Default of a request's expand_ratio. */
  private static final double EXPAND_RATIO = 0.2;

  private final RegionFitting fitting;
  private final FrameRendering rendering;

  /** Renders in the way that suits the engine. */
  public FaceRenderer(Bundle bundle, Engine engine) {
    this(bundle, engine, new RenderingSettings(RenderingSettings.Path.AUTO));
  }

  /** Renders in the way that the settings ask for. */
  public FaceRenderer(Bundle bundle, Engine engine, RenderingSettings settings) {
    this.fitting = new RegionFitting(bundle.manifest().regionSides());
    this.rendering =
        settings.onProcessor(engine)
            ? new ProcessorRendering(engine.name())
            : new GraphRendering(bundle, engine);
  }

  /** What renders, as it stands in completion events: OnnxRuntime/cpu+java, TensorRT/gpu(0). */
  public String name() {
    return rendering.name();
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
    rendering.render(scene, motion, sink);
  }

  @Override
  public void close() {
    rendering.close();
  }
}
