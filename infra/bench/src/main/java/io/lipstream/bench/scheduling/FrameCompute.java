package io.lipstream.bench.scheduling;

import io.lipstream.bench.video.SampleScene;
import io.lipstream.rendering.RenderingSettings;

/**
 * What a frame of a clip of 512x512 costs a processor, in Java on the calling thread: the least
 * that a frame's compute is anywhere, since the graph on a processor takes many times as long.
 */
final class FrameCompute implements AutoCloseable {
  private final SampleScene scene = new SampleScene(512, RenderingSettings.Path.PROCESSOR);

  /** Processor time of one of some frames that are made now, nanoseconds. */
  double nanos() {
    ThreadCost before = ThreadCost.ofCaller();
    int frames = scene.render().size();
    return (double) ThreadCost.ofCaller().minus(before).cpuNanos() / frames;
  }

  @Override
  public void close() {
    scene.close();
  }
}
