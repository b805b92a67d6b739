package io.lipstream.rendering;

import io.lipstream.portrait.RgbImage;
import java.nio.FloatBuffer;

/**
 * Frames that one run of the graph made. Each is unpacked on the thread that waits for it, so that
 * the engine's thread has the next batch at once. Immutable.
 *
 * @param values [groups, 3, frames of a group, height, width] of the whole region, 0 to 255
 */
record FrameBatch(FloatBuffer values, RunShape shape) {
  /** Cuts what lies in the picture out of one frame, rounded to bytes. */
  RgbImage frame(Scene scene, int index) {
    Region whole = scene.whole();
    Region part = scene.region();
    byte[] rgb = new byte[3 * part.width() * part.height()];
    float[] line = new float[part.width()];
    int group = index / shape.frames();
    for (int channel = 0; channel < 3; channel++) {
      int plane =
          ((3 * group + channel) * shape.frames() + index % shape.frames()) * whole.height();
      for (int row = 0; row < part.height(); row++) {
        int start = (plane + row + part.y() - whole.y()) * whole.width() + part.x() - whole.x();
        values.get(values.position() + start, line);
        int pixel = 3 * row * part.width() + channel;
        for (int column = 0; column < part.width(); column++) {
          rgb[pixel + 3 * column] = (byte) (int) Math.max(0, Math.min(255, line[column] + 0.5f));
        }
      }
    }
    return new RgbImage(part.width(), part.height(), rgb);
  }
}
