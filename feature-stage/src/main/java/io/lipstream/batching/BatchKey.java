package io.lipstream.batching;

/**
 * What the items of one batch have in common.
 *
 * @param bundleDigest of the model
 * @param width pixels of the region that is rendered
 * @param height pixels of the region that is rendered
 * @param steps inference steps of an item; 1 where the model has no steps
 * @param cellSide pixels a side of the cells that motion is given on; 1 where the model has none
 * @param portrait what is rendered, where a run takes one portrait only; else empty
 */
public record BatchKey(
    String bundleDigest, int width, int height, int steps, int cellSide, String portrait) {
  /** Cost of a frame: pixels times steps. */
  public long frameCost() {
    return (long) width * height * steps;
  }

  /** What the memory of a run depends on besides its size, in the main. */
  BatchKey shape() {
    return new BatchKey(bundleDigest, width, height, steps, 1, "");
  }
}
