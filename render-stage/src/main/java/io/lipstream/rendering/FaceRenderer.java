package io.lipstream.rendering;

import io.lipstream.batching.BatchMeter;
import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.motion.MotionTrack;
import io.lipstream.portrait.PreparedPortrait;
import java.util.Optional;

/**
 * Moves a portrait's face by rows of motion. A frame is a pure function of its scene and its row:
 * how a clip is cut into segments and batches makes no difference. Preparing is thread-safe;
 * rendering is for one thread at a time, with a renderer each.
 */
public final class FaceRenderer implements AutoCloseable {
  /** The bundle's graph that renders. */
  public static final String GRAPH = "face_renderer";

  /** Default of a request's expand_ratio. */
  private static final double EXPAND_RATIO = 0.2;

  private final String bundleDigest;
  private final RegionFitting fitting;
  private final FrameRendering rendering;
  private final Optional<FrameBatcher> batcher;

  /** Renders in the way that suits the engine. */
  public FaceRenderer(Bundle bundle, Engine engine) {
    this(bundle, engine, new RenderingSettings(RenderingSettings.Path.AUTO));
  }

  /** Renders in the way that the settings ask for, with a batcher of its own where it needs one. */
  public FaceRenderer(Bundle bundle, Engine engine, RenderingSettings settings) {
    this(
        bundle,
        engine,
        settings.onProcessor(engine)
            ? Optional.empty()
            : Optional.of(
                new FrameBatcher(bundle, engine, BatchingSettings.defaults(), BatchMeter.NONE)),
        FrameMeter.NONE,
        true);
  }

  /**
   * Renders by the graph through a batcher that others use as well, or on the processor.
   *
   * @param shared stays open when the renderer is closed
   * @param meter is told of frames that are made on the processor; of others the batcher tells
   */
  public FaceRenderer(
      Bundle bundle, Engine engine, Optional<FrameBatcher> shared, FrameMeter meter) {
    this(bundle, engine, shared, meter, false);
  }

  private FaceRenderer(
      Bundle bundle,
      Engine engine,
      Optional<FrameBatcher> batcher,
      FrameMeter meter,
      boolean ownsBatcher) {
    this.bundleDigest = bundle.digest();
    this.fitting =
        batcher
            .map(FrameBatcher::fitting)
            .orElseGet(() -> new RegionFitting(bundle.manifest().regionSides()));
    this.rendering =
        batcher
            .<FrameRendering>map(open -> new BatchedRendering(engine.name(), open))
            .orElseGet(() -> new ProcessorRendering(engine.name(), meter));
    this.batcher = ownsBatcher ? batcher : Optional.empty();
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
    return SceneMaker.make(bundleDigest, portrait, fitting, expandRatio);
  }

  /**
   * Renders a frame for each row of motion and hands them over in order.
   *
   * @throws io.lipstream.error.LipstreamException ENGINE_FAILED
   */
  public void render(Scene scene, MotionTrack motion, FrameSink sink) {
    render(scene, motion, RenderDemand.PATIENT, sink);
  }

  /**
   * Renders as above, unless the frames are not wanted any more.
   *
   * @throws io.lipstream.error.LipstreamException ENGINE_FAILED, or DEADLINE_PASSED or CANCELLED
   *     once they are unwanted
   */
  public void render(Scene scene, MotionTrack motion, RenderDemand demand, FrameSink sink) {
    rendering.render(scene, motion, demand, sink);
  }

  @Override
  public void close() {
    rendering.close();
    batcher.ifPresent(FrameBatcher::close);
  }
}
