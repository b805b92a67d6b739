package io.lipstream.inference;

import java.nio.FloatBuffer;

/**
 * A dense row-major tensor of 32-bit floats. The buffer's remaining floats are the elements; their
 * number is the product of the shape. Buffers are not copied: who hands a tensor over does not
 * touch it again.
 *
 * @param shape length of each axis, outermost first
 * @param values elements, direct where speed matters
 */
public record Tensor(long[] shape, FloatBuffer values) {
  public static Tensor of(float[] values, long... shape) {
    return new Tensor(shape, FloatBuffer.wrap(values));
  }
}
