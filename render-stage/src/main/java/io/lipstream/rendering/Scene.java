package io.lipstream.rendering;

import io.lipstream.batching.BatchKey;
import io.lipstream.portrait.RgbImage;

/**
 * A portrait made ready for rendering: its still frame, the region that moves, its layers and what
 * moves them. Immutable and thread-safe; made once a portrait and kept by a worker in a cache.
 */
public final class Scene {
  /** The graph takes no number of steps, whatever a job asks for. */
  private static final int STEPS = 1;

  private final RgbImage still;
  private final Region whole;
  private final Region visible;
  private final HeadSway sway;
  private final FaceFields fields;
  private final PortraitLayers layers;
  private final GraphMaps maps;
  private final boolean[] secondCells;
  private final BatchKey batchKey;

  /**
   * @param bundleDigest of the model that renders it
   */
  Scene(
      String bundleDigest,
      RgbImage still,
      HeadSway sway,
      FaceFields fields,
      PortraitLayers layers) {
    this.still = still;
    this.whole = fields.grid().region();
    this.visible = whole.within(still.width(), still.height());
    this.sway = sway;
    this.fields = fields;
    this.layers = layers;
    this.maps = new GraphMaps(fields, sway, layers);
    this.secondCells = SecondLayerCells.of(fields, layers);
    this.batchKey =
        batchKey(
            bundleDigest,
            fields.grid(),
            GraphMaps.shareRuns(fields.grid()) ? "" : "portrait " + maps.number());
  }

  /** What frames over a grid may share a run; without a portrait, what they share a shape with. */
  static BatchKey batchKey(String bundleDigest, FieldGrid grid, String portrait) {
    return new BatchKey(
        bundleDigest,
        grid.region().width(),
        grid.region().height(),
        STEPS,
        grid.cellSide(),
        portrait);
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
        + layers.byteSize()
        + fields.byteSize()
        + 4L * sway.fields().length
        + maps.byteSize();
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

  /**
   * What frames of this scene may share a run with: those of every scene with such a grid, unless
   * the maps are so large that a run takes one scene's.
   */
  BatchKey batchKey() {
    return batchKey;
  }

  HeadSway sway() {
    return sway;
  }

  FaceFields fields() {
    return fields;
  }

  PortraitLayers layers() {
    return layers;
  }

  GraphMaps maps() {
    return maps;
  }

  /** Cells of the grid around which the second layer may show. */
  boolean[] secondCells() {
    return secondCells;
  }
}
