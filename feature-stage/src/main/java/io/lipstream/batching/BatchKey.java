package io.lipstream.batching;

/**
 * What the items of one batch have in common.
 *
 * @param bundleDigest of the model
 * @param width pixels of the region that is rendered
 * @param height pixels of the region that is rendered
 * @param steps inference steps of an item; 1 where the model has no steps
 * @param portrait what is rendered, where a run of the model takes one portrait only; else empty
 */
public record BatchKey(String bundleDigest, int width, int height, int steps, String portrait) {
  /** Cost of a frame: pixels times steps. */
  public long frameCost() {
    return (long) width * height * steps;
  }

  /** What the memory of a run depends on besides its size. */
  BatchKey shape() {
    return portrait.isEmpty() ? this : new BatchKey(bundleDigest, width, height, steps, "");
  }
}
