package io.lipstream.rendering;

import io.lipstream.inference.Tensor;
import io.lipstream.portrait.RgbImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Map;

/**
 * A portrait made ready for rendering: its still frame, the region that moves, and the region's
 * maps. Immutable and thread-safe; made once a portrait and kept by a worker in a cache.
 */
public final class Scene {
  private final RgbImage still;
  private final Region whole;
  private final Region visible;
  private final HeadSway sway;
  private final Map<String, Tensor> maps;

  Scene(RgbImage still, Region region, HeadSway sway, Map<String, Tensor> maps) {
    this.still = still;
    this.whole = region;
    this.visible = region.within(still.width(), still.height());
    this.sway = sway;
    this.maps = maps;
  }

  /** The frame that is the same in the whole video outside the region. */
  public RgbImage still() {
    return still;
  }

  /** The part of the frame that moves. */
  public Region region() {
    return visible;
  }

  /** Bytes that the scene holds, for a cache's limit. */
  public long byteSize() {
    return still.rgb().length
        + maps.values().stream().mapToLong(map -> 4L * map.values().capacity()).sum();
  }

  /** The still frame with a rendered region in its place. */
  public RgbImage compose(RgbImage region) {
    byte[] rgb = still.rgb().clone();
    for (int row = 0; row < visible.height(); row++) {
      System.arraycopy(
          region.rgb(),
          3 * row * visible.width(),
          rgb,
          3 * ((visible.y() + row) * still.width() + visible.x()),
          3 * visible.width());
    }
    return new RgbImage(still.width(), still.height(), rgb);
  }

  /** The region as it was fitted; parts of it may lie beyond the frame. */
  Region whole() {
    return whole;
  }

  HeadSway sway() {
    return sway;
  }

  Map<String, Tensor> maps() {
    return maps;
  }

  static Tensor map(float[] values, long... shape) {
    FloatBuffer direct =
        ByteBuffer.allocateDirect(4 * values.length).order(ByteOrder.nativeOrder()).asFloatBuffer();
    direct.put(values).flip();
    return new Tensor(shape, direct);
  }
}
