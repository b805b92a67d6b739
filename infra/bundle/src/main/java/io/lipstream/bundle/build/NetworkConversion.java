package io.lipstream.bundle.build;

import java.util.Arrays;
import java.util.List;

/**
 * Converts MediaPipe's face networks from TensorFlow Lite to ONNX, operator by operator. Only what
 * these networks use is known; anything else is an error that names it. The input becomes {@code
 * input}, channels first; outputs keep their names, pictures of one pixel becoming [1, n]. Half
 * floats are widened. The same file gives the same bytes.
 */
final class NetworkConversion {
  private static final int ADD = 0;
  private static final int CONCATENATION = 2;
  private static final int CONVOLUTION = 3;
  private static final int DEPTHWISE_CONVOLUTION = 4;
  private static final int DEQUANTIZE = 6;
  private static final int MAXIMUM_POOL = 17;
  private static final int MULTIPLY = 18;
  private static final int RELU = 19;
  private static final int RESHAPE = 22;
  private static final int CUSTOM = 32;
  private static final int PAD = 34;
  private static final int STRIDED_SLICE = 45;
  private static final int PARAMETRIC_RELU = 54;

  private final TensorflowLiteGraph source;
  private final OnnxGraph target;
  private final Translation translation;
  private final AttentionOperators attention;

  private NetworkConversion(String name, TensorflowLiteGraph source) {
    this.source = source;
    this.target = new OnnxGraph(name);
    this.translation = new Translation(source, target);
    this.attention = new AttentionOperators(translation);
  }

  /** The graph as the bytes of an .onnx file. */
  static byte[] convert(String name, TensorflowLiteGraph source) {
    NetworkConversion conversion = new NetworkConversion(name, source);
    conversion.inputs();
    source.operators().forEach(conversion::operator);
    conversion.outputs();
    return conversion.target.toBytes();
  }

  private void inputs() {
    if (source.inputs().length != 1) {
      throw new IllegalArgumentException(source.inputs().length + " inputs where one is known");
    }
    int[] shape = translation.shape(source.inputs()[0]);
    translation.define(
        source.inputs()[0], target.input("input", shape[0], shape[3], shape[1], shape[2]));
  }

  private void operator(TensorflowLiteOperator operator) {
    int input = operator.inputs()[0];
    int output = operator.outputs()[0];
    if (operator.code() == DEQUANTIZE) {
      translation.copyFloats(input, output);
      return;
    }
    translation.define(
        output,
        switch (operator.code()) {
          case ADD -> add(operator);
          case CONCATENATION -> concatenation(operator);
          case CONVOLUTION -> ConvolutionOperators.convolution(translation, operator);
          case DEPTHWISE_CONVOLUTION -> ConvolutionOperators.depthwise(translation, operator);
          case MAXIMUM_POOL -> ConvolutionOperators.maximumPool(translation, operator);
          case PAD -> ConvolutionOperators.pad(translation, operator);
          case MULTIPLY -> multiply(operator);
          case RELU -> target.node("Relu", List.of(translation.value(input)));
          case PARAMETRIC_RELU -> parametricRelu(operator);
          case RESHAPE -> reshape(input, output);
          case STRIDED_SLICE -> wholeSlice(input, output);
          case CUSTOM -> attention.convert(operator);
          default ->
              throw new IllegalArgumentException(
                  "no way to convert built-in operator " + operator.code());
        });
  }

  private String add(TensorflowLiteOperator operator) {
    String sum =
        target.node(
            "Add",
            List.of(
                translation.value(operator.inputs()[0]), translation.value(operator.inputs()[1])));
    return ConvolutionOperators.activated(translation, sum, operator.smallOption(0, 0));
  }

  private String concatenation(TensorflowLiteOperator operator) {
    if (translation.picture(operator.outputs()[0])) {
      throw new IllegalArgumentException("no way to concatenate pictures");
    }
    List<String> parts = Arrays.stream(operator.inputs()).mapToObj(translation::value).toList();
    return target.node("Concat", parts, "axis", operator.option(0, 0));
  }

  /** By one number, or a matrix by another element by element. */
  private String multiply(TensorflowLiteOperator operator) {
    float[] factors = translation.floats(operator.inputs()[1]);
    String constant =
        factors.length == 16
            ? target.constant(
                new float[] {
                  factors[0], factors[1], factors[3], factors[4], factors[5], factors[7]
                },
                1,
                2,
                3)
            : target.constant(factors, factors.length);
    return target.node("Mul", List.of(translation.value(operator.inputs()[0]), constant));
  }

  private String parametricRelu(TensorflowLiteOperator operator) {
    float[] slopes = translation.floats(operator.inputs()[1]);
    return target.node(
        "PRelu",
        List.of(
            translation.value(operator.inputs()[0]), target.constant(slopes, slopes.length, 1, 1)));
  }

  /** Pictures are turned back first, since the order of their elements is what is kept. */
  private String reshape(int input, int output) {
    String value = translation.value(input);
    int[] shape = translation.shape(input);
    if (shape.length == 4 && shape[1] * shape[2] > 1) {
      value = target.node("Transpose", List.of(value), "perm", new int[] {0, 2, 3, 1});
    }
    int[] reshaped = translation.shape(output);
    if (reshaped.length == 4 && reshaped[1] * reshaped[2] > 1) {
      throw new IllegalArgumentException("no way to reshape to a picture");
    }
    return target.node("Reshape", List.of(value, target.integers(channelsFirst(reshaped))));
  }

  /** A slice of everything, which is the only one that occurs. */
  private String wholeSlice(int input, int output) {
    if (!Arrays.equals(translation.shape(input), translation.shape(output))) {
      throw new IllegalArgumentException("no way to cut a slice");
    }
    return target.node("Identity", List.of(translation.value(input)));
  }

  private void outputs() {
    for (int output : source.outputs()) {
      TensorflowLiteTensor tensor = translation.tensor(output);
      String value = translation.value(output);
      if (translation.picture(output)) {
        target.namedNode(
            "Reshape", List.of(value, target.integers(1, tensor.elements())), tensor.name());
        target.output(tensor.name(), 1, tensor.elements());
      } else {
        target.namedNode("Identity", List.of(value), tensor.name());
        target.output(tensor.name(), Arrays.stream(tensor.shape()).boxed().toArray());
      }
    }
  }

  private static long[] channelsFirst(int[] shape) {
    return shape.length == 4
        ? new long[] {shape[0], shape[3], shape[1], shape[2]}
        : Arrays.stream(shape).asLongStream().toArray();
  }
}
