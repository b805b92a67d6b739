package io.lipstream.rendering;

import io.lipstream.motion.MotionTrack;

/** A way to make frames of a scene. One thread at a time. */
interface FrameRendering extends AutoCloseable {
  /** What runs, as it stands in completion events. */
  String name();

  /** Renders a frame for each row of motion and hands them over in order. */
  void render(Scene scene, MotionTrack motion, RenderDemand demand, FrameSink sink);

  @Override
  void close();
}
