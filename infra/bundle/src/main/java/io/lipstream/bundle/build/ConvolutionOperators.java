package io.lipstream.bundle.build;

import java.util.ArrayList;
import java.util.List;

/**
 * Convolution, depthwise convolution, maximum pooling and padding. TensorFlow's "same" padding puts
 * the odd pixel at the end, and depends on the stride.
 */
final class ConvolutionOperators {
  private static final int SAME = 0;
  private static final int NO_ACTIVATION = 0;
  private static final int RELU = 1;
  private static final int RELU_6 = 3;

  private ConvolutionOperators() {}

  static String convolution(Translation translation, TensorflowLiteOperator operator) {
    int filter = operator.inputs()[1];
    int[] shape = translation.shape(filter);
    int[] size = {shape[1], shape[2]};
    String weights =
        translation
            .target()
            .constant(
                channelsFirst(translation.floats(filter), shape),
                shape[0],
                shape[3],
                shape[1],
                shape[2]);
    int[] dilation = {operator.option(5, 1), operator.option(4, 1)};
    return convolve(
        translation, operator, weights, size, dilation, 1, operator.smallOption(3, NO_ACTIVATION));
  }

  static String depthwise(Translation translation, TensorflowLiteOperator operator) {
    int filter = operator.inputs()[1];
    int[] shape = translation.shape(filter);
    int[] size = {shape[1], shape[2]};
    String weights =
        translation
            .target()
            .constant(
                channelsFirst(translation.floats(filter), shape), shape[3], 1, shape[1], shape[2]);
    int[] dilation = {operator.option(6, 1), operator.option(5, 1)};
    return convolve(
        translation,
        operator,
        weights,
        size,
        dilation,
        translation.shape(operator.inputs()[0])[3],
        operator.smallOption(4, NO_ACTIVATION));
  }

  private static String convolve(
      Translation translation,
      TensorflowLiteOperator operator,
      String weights,
      int[] size,
      int[] dilation,
      int groups,
      int activation) {
    int[] stride = {operator.option(2, 1), operator.option(1, 1)};
    List<String> inputs =
        new ArrayList<>(List.of(translation.value(operator.inputs()[0]), weights));
    if (operator.inputs().length > 2 && operator.inputs()[2] >= 0) {
      float[] bias = translation.floats(operator.inputs()[2]);
      inputs.add(translation.target().constant(bias, bias.length));
    }
    String convolved =
        translation
            .target()
            .node(
                "Conv",
                inputs,
                "kernel_shape",
                size,
                "strides",
                stride,
                "dilations",
                dilation,
                "group",
                groups,
                "pads",
                pads(translation, operator, size, stride, dilation));
    return activated(translation, convolved, activation);
  }

  static String maximumPool(Translation translation, TensorflowLiteOperator operator) {
    int[] stride = {operator.option(2, 1), operator.option(1, 1)};
    int[] size = {operator.option(4, 1), operator.option(3, 1)};
    String pooled =
        translation
            .target()
            .node(
                "MaxPool",
                List.of(translation.value(operator.inputs()[0])),
                "kernel_shape",
                size,
                "strides",
                stride,
                "pads",
                pads(translation, operator, size, stride, new int[] {1, 1}));
    return activated(translation, pooled, operator.smallOption(5, NO_ACTIVATION));
  }

  /** Zeros around a picture or behind its channels. */
  static String pad(Translation translation, TensorflowLiteOperator operator) {
    int[] amounts = translation.tensor(operator.inputs()[1]).integers();
    String ends =
        translation
            .target()
            .integers(
                amounts[0],
                amounts[6],
                amounts[2],
                amounts[4],
                amounts[1],
                amounts[7],
                amounts[3],
                amounts[5]);
    return translation
        .target()
        .node("Pad", List.of(translation.value(operator.inputs()[0]), ends), "mode", "constant");
  }

  static String activated(Translation translation, String value, int activation) {
    return switch (activation) {
      case NO_ACTIVATION -> value;
      case RELU -> translation.target().node("Relu", List.of(value));
      case RELU_6 ->
          translation
              .target()
              .node(
                  "Clip",
                  List.of(
                      value, translation.target().constant(0), translation.target().constant(6)));
      default -> throw new IllegalArgumentException("activation " + activation);
    };
  }

  private static int[] pads(
      Translation translation,
      TensorflowLiteOperator operator,
      int[] size,
      int[] stride,
      int[] dilation) {
    int[] shape = translation.shape(operator.inputs()[0]);
    int[] pads = new int[4];
    if (operator.smallOption(0, SAME) == SAME) {
      for (int axis = 0; axis < 2; axis++) {
        int total = samePadding(shape[1 + axis], size[axis], stride[axis], dilation[axis]);
        pads[axis] = total / 2;
        pads[2 + axis] = total - total / 2;
      }
    }
    return pads;
  }

  /** Pixels of padding that make the result as long as the input over the stride, rounded up. */
  static int samePadding(int length, int size, int stride, int dilation) {
    int result = (length + stride - 1) / stride;
    int reach = (size - 1) * dilation + 1;
    return Math.max((result - 1) * stride + reach - length, 0);
  }

  /** [a, height, width, c] to [a, c, height, width]; for a depthwise filter a is 1. */
  static float[] channelsFirst(float[] values, int[] shape) {
    float[] turned = new float[values.length];
    int pixels = shape[1] * shape[2];
    for (int outer = 0; outer < shape[0]; outer++) {
      for (int pixel = 0; pixel < pixels; pixel++) {
        for (int channel = 0; channel < shape[3]; channel++) {
          turned[(outer * shape[3] + channel) * pixels + pixel] =
              values[(outer * pixels + pixel) * shape[3] + channel];
        }
      }
    }
    return turned;
  }
}
