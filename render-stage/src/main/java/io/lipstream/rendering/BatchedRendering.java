package io.lipstream.rendering;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.motion.MotionTrack;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Frames by the graph, through the batcher that all renderers of a worker share. Frames run ahead
 * by two batches, so that this thread encodes one while the engine makes the next.
 */
final class BatchedRendering implements FrameRendering {
  private final String name;
  private final FrameBatcher batcher;

  BatchedRendering(String name, FrameBatcher batcher) {
    this.name = name;
    this.batcher = batcher;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void render(Scene scene, MotionTrack motion, RenderDemand demand, FrameSink sink) {
    Deque<FrameItem> ahead = new ArrayDeque<>();
    try {
      for (int frame = 0; frame < motion.frames(); frame++) {
        FrameItem item = new FrameItem(scene, motion, frame, demand);
        batcher.submit(item);
        ahead.add(item);
        if (ahead.size() > batcher.ahead()) {
          sink.frame(ahead.remove().await());
        }
      }
      while (!ahead.isEmpty()) {
        sink.frame(ahead.remove().await());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LipstreamException(
          ErrorCode.ENGINE_FAILED, "the worker stopped before the frames were made", e);
    } finally {
      ahead.forEach(FrameItem::abandon);
    }
  }

  @Override
  public void close() {
    // The batcher belongs to the worker.
  }
}
