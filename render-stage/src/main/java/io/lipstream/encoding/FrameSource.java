package io.lipstream.encoding;

import io.lipstream.rendering.FrameSink;

/** Hands the frames of a piece over, in order, such as {@code sink -> renderer.render(...)}. */
@FunctionalInterface
public interface FrameSource {
  void supply(FrameSink sink);
}
