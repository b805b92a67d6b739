package io.lipstream.rendering;

import io.lipstream.batching.DropReason;
import io.lipstream.motion.MotionTrack;
import io.lipstream.portrait.RgbImage;
import java.time.Duration;
import java.util.Optional;

/**
 * The arithmetic of the renderer's graph in Java. It is faster than the graph on a processor, since
 * a pixel samples only what shows there: one layer nearly everywhere, both only in the mouth and
 * over the eyes, and all four channels of a layer with one multiplication. One thread.
 */
final class ProcessorRendering implements FrameRendering {
  private final String engineName;
  private final FrameMeter meter;
  private Scene scene;
  private CellMotion cells;
  private PixelRow rows;

  ProcessorRendering(String engineName, FrameMeter meter) {
    this.engineName = engineName;
    this.meter = meter;
  }

  @Override
  public String name() {
    return engineName + "+java";
  }

  @Override
  public void render(Scene scene, MotionTrack motion, RenderDemand demand, FrameSink sink) {
    if (scene != this.scene) {
      this.scene = scene;
      cells = new CellMotion(scene);
      rows = new PixelRow(scene, cells);
    }
    Region part = scene.region();
    for (int frame = 0; frame < motion.frames(); frame++) {
      Optional<DropReason> unwanted = demand.unwanted().get();
      if (unwanted.isPresent()) {
        meter.dropped(unwanted.get(), motion.frames() - frame);
        throw FrameItem.failure(unwanted.get());
      }
      long startedAt = System.nanoTime();
      cells.set(motion, frame);
      byte[] rgb = new byte[3 * part.width() * part.height()];
      for (int row = 0; row < part.height(); row++) {
        rows.render(row, rgb);
      }
      meter.made(Duration.ofNanos(System.nanoTime() - startedAt));
      sink.frame(new RgbImage(part.width(), part.height(), rgb));
    }
  }

  @Override
  public void close() {
    scene = null;
    cells = null;
    rows = null;
  }
}
