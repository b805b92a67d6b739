package io.lipstream.bundle.build;

import java.util.HashMap;
import java.util.Map;

/**
 * What a conversion knows while it goes through the operators: the graph it reads, the graph it
 * writes, and which value of the one is which tensor of the other. Pictures are [batch, height,
 * width, channels] there and [batch, channels, height, width] here; all else has the same axes. One
 * thread.
 */
final class Translation {
  private final TensorflowLiteGraph source;
  private final OnnxGraph target;
  private final Map<Integer, String> values = new HashMap<>();
  private final Map<Integer, float[]> widened = new HashMap<>();

  Translation(TensorflowLiteGraph source, OnnxGraph target) {
    this.source = source;
    this.target = target;
  }

  OnnxGraph target() {
    return target;
  }

  TensorflowLiteTensor tensor(int number) {
    return source.tensors().get(number);
  }

  int[] shape(int number) {
    return tensor(number).shape();
  }

  /** The constant floats of a tensor, in TensorFlow's order. */
  float[] floats(int number) {
    float[] known = widened.get(number);
    return known != null ? known : tensor(number).floats();
  }

  boolean constant(int number) {
    return widened.containsKey(number) || tensor(number).constant();
  }

  /** Notes that a tensor holds another's constants. */
  void copyFloats(int from, int to) {
    widened.put(to, floats(from));
  }

  /** Name in the target of a tensor that an operator before has made. */
  String value(int number) {
    String value = values.get(number);
    if (value == null) {
      throw new IllegalArgumentException(
          "tensor %d (%s) is used before anything makes it"
              .formatted(number, tensor(number).name()));
    }
    return value;
  }

  void define(int number, String value) {
    values.put(number, value);
  }

  boolean picture(int number) {
    return shape(number).length == 4;
  }
}
