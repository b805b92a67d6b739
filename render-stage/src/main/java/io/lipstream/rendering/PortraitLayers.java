package io.lipstream.rendering;

/**
 * The parts of a portrait that are moved and laid on each other.
 *
 * @param base lies below; its coverage is how much it hides what the second layer has behind it
 * @param second its coverage is how much it hides the base
 * @param behind how much of the second layer shows where the base leaves room, a byte a pixel, rows
 *     as in the layers
 */
record PortraitLayers(Layer base, Layer second, byte[] behind) {
  long byteSize() {
    return base.byteSize() + second.byteSize() + behind.length;
  }
}
