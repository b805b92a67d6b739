package io.lipstream.bench.sync;

import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import java.util.Map;

/**
 * Stands in for the sound network and answers with the reference, whatever it hears: what comes out
 * of the renderer then is the best that any sound network could do. For one recording.
 */
final class AlignedPhones implements Network {
  private static final int STEP = 200;
  private static final int SHAPES = 17;
  private static final int VALUES = 6;
  private static final float SURELY = 12;

  private final Reference reference;
  private int heard;

  AlignedPhones(Reference reference) {
    this.reference = reference;
  }

  @Override
  public Map<String, Tensor> run(Map<String, Tensor> inputs) {
    float[] shapes = new float[SHAPES * STEP];
    float[] mouth = new float[VALUES * STEP];
    for (int i = 0; i < STEP; i++) {
      int row = Math.min(reference.rows() - 1, heard + i);
      shapes[i] = reference.shapes()[row].equals(Reference.SILENT) ? SURELY : -SURELY;
      for (int value = 0; value < VALUES; value++) {
        mouth[value * STEP + i] = reference.mouth()[row][value];
      }
    }
    heard += STEP;
    return Map.of(
        "shapes", Tensor.of(shapes, 1, SHAPES, STEP), "mouth", Tensor.of(mouth, 1, VALUES, STEP));
  }

  @Override
  public void close() {}
}
