package io.lipstream.bundle.build;

import java.util.Arrays;
import java.util.List;

/**
 * The three operators of MediaPipe's own by which the attention mesh looks closer at lips and eyes:
 * from some landmarks a turned, scaled square is derived; features are sampled within it; landmarks
 * found there are brought back. A 4×4 matrix of the source is carried as its rows 0 and 1 without
 * the column of depth, [1, 2, 3]: the rest is never used.
 */
final class AttentionOperators {
  private final Translation translation;
  private final OnnxGraph graph;

  AttentionOperators(Translation translation) {
    this.translation = translation;
    this.graph = translation.target();
  }

  String convert(TensorflowLiteOperator operator) {
    return switch (operator.customName()) {
      case "Landmarks2TransformMatrix" -> square(operator);
      case "TransformTensorBilinear" -> sample(operator);
      case "TransformLandmarks" -> bringBack(operator);
      default -> throw new IllegalArgumentException("no way to convert " + operator.customName());
    };
  }

  /**
   * The matrix that maps pixels of the output to where they lie among the landmarks: the upright
   * box of the chosen landmarks in axes turned so that the line from the left to the right one is
   * level, widened by a scale.
   */
  private String square(TensorflowLiteOperator operator) {
    if (operator.customDecimal("target_rotation_radians") != 0) {
      throw new IllegalArgumentException("a target rotation other than 0 is not known to occur");
    }
    int width = operator.customInteger("output_width");
    int height = operator.customInteger("output_height");
    String landmarks = translation.value(operator.inputs()[0]);
    String left = pick(landmarks, operator.customInteger("left_rotation_idx"));
    String right = pick(landmarks, operator.customInteger("right_rotation_idx"));
    String line = node("Sub", right, left);
    String across = coordinate(line, 0);
    String down = coordinate(line, 1);
    String length = node("Sqrt", node("Add", node("Mul", across, across), node("Mul", down, down)));
    String cosine = node("Div", across, length);
    String sine = node("Neg", node("Div", down, length));

    String chosen = pick(landmarks, operator.customIntegers("subset_idxs"));
    String x = coordinate(chosen, 0);
    String y = coordinate(chosen, 1);
    String turnedX = node("Sub", node("Mul", cosine, x), node("Mul", sine, y));
    String turnedY = node("Add", node("Mul", sine, x), node("Mul", cosine, y));
    Extent alongX = new Extent(turnedX);
    Extent alongY = new Extent(turnedY);
    String centerX =
        node("Add", node("Mul", cosine, alongX.middle), node("Mul", sine, alongY.middle));
    String centerY =
        node("Sub", node("Mul", cosine, alongY.middle), node("Mul", sine, alongX.middle));
    String stepX = times(alongX.length, operator.customDecimal("scale_x") / width);
    String stepY = times(alongY.length, operator.customDecimal("scale_y") / height);

    String a = node("Mul", cosine, stepX);
    String b = node("Mul", sine, stepY);
    String c = node("Neg", node("Mul", sine, stepX));
    String d = node("Mul", cosine, stepY);
    String x0 = node("Sub", centerX, node("Add", times(a, width / 2f), times(b, height / 2f)));
    String y0 = node("Sub", centerY, node("Add", times(c, width / 2f), times(d, height / 2f)));
    return concatenate(1, concatenate(2, a, b, x0), concatenate(2, c, d, y0));
  }

  /** Features at the pixels' centres of the square; outside of the picture lies zero. */
  private String sample(TensorflowLiteOperator operator) {
    int[] picture = translation.shape(operator.inputs()[0]);
    int height = operator.customInteger("output_height");
    int width = operator.customInteger("output_width");
    float[] centers = new float[3 * height * width];
    for (int i = 0; i < height * width; i++) {
      int row = i / width;
      centers[3 * i] = i - row * width + .5f;
      centers[3 * i + 1] = row + .5f;
      centers[3 * i + 2] = 1;
    }
    String places =
        apply(
            graph.constant(centers, 1, (long) height * width, 3),
            translation.value(operator.inputs()[1]));
    String scale = graph.constant(new float[] {2f / picture[2], 2f / picture[1]}, 1, 1, 2);
    String grid = node("Add", node("Mul", places, scale), graph.constant(-1));
    return graph.node(
        "GridSample",
        List.of(
            translation.value(operator.inputs()[0]),
            node("Reshape", grid, graph.integers(1, height, width, 2))),
        "mode",
        "bilinear",
        "padding_mode",
        "zeros",
        "align_corners",
        0);
  }

  private String bringBack(TensorflowLiteOperator operator) {
    int count = translation.shape(operator.inputs()[0])[1];
    float[] ones = new float[count];
    Arrays.fill(ones, 1);
    String homogeneous =
        concatenate(2, translation.value(operator.inputs()[0]), graph.constant(ones, 1, count, 1));
    return apply(homogeneous, translation.value(operator.inputs()[1]));
  }

  /** Points [1, n, 3] by a matrix [1, 2, 3]. */
  private String apply(String points, String matrix) {
    String turned = graph.node("Transpose", List.of(matrix), "perm", new int[] {0, 2, 1});
    return node("MatMul", points, turned);
  }

  private String pick(String landmarks, int... numbers) {
    long[] wide = Arrays.stream(numbers).asLongStream().toArray();
    return graph.node("Gather", List.of(landmarks, graph.integers(wide)), "axis", 1);
  }

  private String coordinate(String points, int axis) {
    return node("Slice", points, graph.integers(axis), graph.integers(axis + 1), graph.integers(2));
  }

  private String times(String value, float factor) {
    return node("Mul", value, graph.constant(factor));
  }

  private String node(String operation, String... inputs) {
    return graph.node(operation, List.of(inputs));
  }

  private String concatenate(int axis, String... parts) {
    return graph.node("Concat", List.of(parts), "axis", axis);
  }

  /** Length and middle of values along axis 1. */
  private final class Extent {
    private final String length;
    private final String middle;

    Extent(String values) {
      String most = reduce("ReduceMax", values);
      String least = reduce("ReduceMin", values);
      length = node("Sub", most, least);
      middle = times(node("Add", most, least), .5f);
    }

    private String reduce(String operation, String values) {
      return graph.node(operation, List.of(values), "axes", new int[] {1}, "keepdims", 1);
    }
  }
}
