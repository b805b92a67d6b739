package io.lipstream.bundle.build;

import java.nio.ByteBuffer;

/**
 * A tensor of a TensorFlow Lite graph.
 *
 * @param shape as TensorFlow orders axes: batch, height, width, channels
 * @param type number of the element type: 0 is float, 1 half float, 2 integer
 * @param content the values where they are constant, else empty
 */
record TensorflowLiteTensor(String name, int[] shape, int type, ByteBuffer content) {
  private static final int FLOAT = 0;
  private static final int HALF = 1;
  private static final int INTEGER = 2;

  boolean constant() {
    return content.remaining() > 0;
  }

  int elements() {
    int elements = 1;
    for (int length : shape) {
      elements *= length;
    }
    return elements;
  }

  /** Constant values; half floats are widened. */
  float[] floats() {
    float[] values = new float[elements()];
    if (type == FLOAT) {
      content.asFloatBuffer().get(values);
    } else if (type == HALF) {
      for (int i = 0; i < values.length; i++) {
        values[i] = widened(content.getShort(content.position() + Short.BYTES * i));
      }
    } else {
      throw new IllegalArgumentException(
          "tensor %s is of type %d, not of floats".formatted(name, type));
    }
    return values;
  }

  int[] integers() {
    if (type != INTEGER) {
      throw new IllegalArgumentException(
          "tensor %s is of type %d, not of integers".formatted(name, type));
    }
    int[] values = new int[elements()];
    content.asIntBuffer().get(values);
    return values;
  }

  /** IEEE 754 binary16 to binary32, exactly. */
  static float widened(short half) {
    int sign = (half & 0x8000) << 16;
    int exponent = half >> 10 & 0x1F;
    int fraction = half & 0x3FF;
    if (exponent == 0) {
      return Float.intBitsToFloat(sign | Float.floatToRawIntBits(fraction * 0x1p-24f));
    }
    int wide = exponent == 0x1F ? 0xFF : exponent + 127 - 15;
    return Float.intBitsToFloat(sign | wide << 23 | fraction << 13);
  }
}
