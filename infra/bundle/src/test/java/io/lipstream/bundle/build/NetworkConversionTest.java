package io.lipstream.bundle.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OrtException;
import com.google.flatbuffers.FlexBuffersBuilder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each operator on a model of a few numbers against plain loops in TensorFlow's own order of axes.
 */
class NetworkConversionTest {
  private static final Offset<Float> CLOSE = within(1e-5f);

  private final SplittableRandom random = new SplittableRandom(4);

  @ParameterizedTest
  @CsvSource({"5, 6, 3, 1, 0", "6, 7, 3, 2, 0", "8, 5, 5, 2, 0", "6, 6, 3, 2, 1", "4, 4, 2, 2, 0"})
  void convolves(int height, int width, int size, int stride, int padding) throws OrtException {
    float[] weights = draw(3 * size * size * 2);
    float[] bias = draw(3);
    int resultHeight = resultLength(height, size, stride, padding);
    int resultWidth = resultLength(width, size, stride, padding);
    TinyModel model = new TinyModel(1, height, width, 2);
    int filter = model.floats(weights, 3, size, size, 2);
    int biases = model.floats(bias, 3);
    int output = model.variable(1, resultHeight, resultWidth, 3);
    model.operator(3, output, strides(padding, stride), 0, filter, biases);
    float[] picture = draw(height * width * 2);

    float[] result = run(model, output, picture, height, width, 2);

    int[] before = {before(height, size, stride, padding), before(width, size, stride, padding)};
    for (int row = 0; row < resultHeight; row++) {
      for (int column = 0; column < resultWidth; column++) {
        for (int channel = 0; channel < 3; channel++) {
          float sum = bias[channel];
          for (int i = 0; i < size * size * 2; i++) {
            int y = row * stride - before[0] + i / 2 / size;
            int x = column * stride - before[1] + i / 2 % size;
            if (y >= 0 && y < height && x >= 0 && x < width) {
              sum += weights[channel * size * size * 2 + i] * picture[(y * width + x) * 2 + i % 2];
            }
          }
          assertThat(result[(channel * resultHeight + row) * resultWidth + column])
              .isCloseTo(sum, CLOSE);
        }
      }
    }
  }

  @Test
  void convolvesEachChannelAloneWithAnActivation() throws OrtException {
    float[] weights = draw(9 * 4);
    TinyModel model = new TinyModel(1, 3, 3, 4);
    int filter = model.floats(weights, 1, 3, 3, 4);
    int output = model.variable(1, 3, 3, 4);
    model.operator(
        4,
        output,
        fields ->
            fields.octet(0, 0).integer(1, 1).integer(2, 1).octet(4, 1).integer(5, 1).integer(6, 1),
        0,
        filter);
    float[] picture = draw(9 * 4);

    float[] result = run(model, output, picture, 3, 3, 4);

    for (int channel = 0; channel < 4; channel++) {
      float middle = 0;
      for (int i = 0; i < 9; i++) {
        middle += weights[4 * i + channel] * picture[4 * i + channel];
      }
      assertThat(result[channel * 9 + 4]).isCloseTo(Math.max(0, middle), CLOSE);
    }
  }

  @Test
  void pools() throws OrtException {
    TinyModel model = new TinyModel(1, 4, 4, 1);
    int output = model.variable(1, 2, 2, 1);
    model.operator(
        17,
        output,
        fields -> fields.octet(0, 0).integer(1, 2).integer(2, 2).integer(3, 2).integer(4, 2),
        0);
    float[] picture = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

    assertThat(run(model, output, picture, 4, 4, 1)).containsExactly(6, 8, 14, 16);
  }

  @Test
  void padsPicturesAndChannels() throws OrtException {
    TinyModel model = new TinyModel(1, 1, 2, 1);
    int amounts = model.integers(new int[] {0, 0, 1, 0, 0, 1, 0, 1}, 4, 2);
    int output = model.variable(1, 2, 3, 2);
    model.operator(34, output, 0, amounts);

    assertThat(run(model, output, new float[] {5, 7}, 1, 2, 1))
        .containsExactly(0, 0, 0, 5, 7, 0, 0, 0, 0, 0, 0, 0);
  }

  @Test
  void addsAndRectifiesWithSlopesOfHalfFloats() throws OrtException {
    TinyModel model = new TinyModel(1, 1, 2, 2);
    int halves = model.halves(new short[] {0x3800, (short) 0xC000}, 1, 1, 2);
    int slopes = model.variable(1, 1, 2);
    int rectified = model.variable(1, 1, 2, 2);
    int output = model.variable(1, 1, 2, 2);
    model.operator(6, slopes, halves);
    model.operator(54, rectified, 0, slopes);
    model.operator(0, output, 0, rectified);

    // Channel 0 has the slope 0.5, channel 1 the slope -2.
    assertThat(run(model, output, new float[] {4, 3, -2, -1}, 1, 2, 2))
        .containsExactly(8, -3, 6, 1);
  }

  @Test
  void reshapesInTheOrderOfTheSourceAndJoins() throws OrtException {
    TinyModel model = new TinyModel(1, 2, 2, 2);
    int flat = model.variable(1, 4, 2);
    int joined = model.variable(1, 8, 2);
    model.operator(22, flat, 0);
    model.operator(2, joined, fields -> fields.integer(0, 1), flat, flat);

    assertThat(run(model, joined, new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 2, 2, 2))
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void derivesATurnedSquareFromLandmarksAndBringsPointsBack() throws OrtException {
    TinyModel model = new TinyModel(1, 1, 1, 12);
    int landmarks = model.variable(1, 4, 3);
    int points = model.variable(1, 6, 2);
    int matrix = model.variable(1, 4, 4);
    int output = model.variable(1, 6, 2);
    model.operator(22, landmarks, 0);
    model.operator(22, points, 0);
    model.custom("Landmarks2TransformMatrix", matrix, square(1.5), landmarks);
    model.custom("TransformLandmarks", output, options -> {}, points, matrix);
    float[] input = {6, 4, 0, 6, 12, 0, 4, 8, 0, 8, 8, 0};

    float[] result = run(model, output, input, 1, 1, 12);

    // From the left landmark (6, 4) to the right one (6, 12) is down, so the square's columns go
    // down by 12 / 4 a pixel and its rows to the left by 6 / 4, from the corner (9, 2).
    float[] expected = new float[12];
    for (int i = 0; i < 6; i++) {
      expected[2 * i] = 9 - 1.5f * input[2 * i + 1];
      expected[2 * i + 1] = 2 + 3 * input[2 * i];
    }
    assertThat(result).containsExactly(expected, CLOSE);
  }

  @Test
  void samplesFeaturesWithinASquare() throws OrtException {
    TinyModel model = new TinyModel(1, 12, 12, 1);
    int landmarks = model.variable(1, 48, 3);
    int matrix = model.variable(1, 4, 4);
    int output = model.variable(1, 4, 4, 1);
    model.operator(22, landmarks, 0);
    model.custom("Landmarks2TransformMatrix", matrix, square(0.5), landmarks);
    model.custom(
        "TransformTensorBilinear",
        output,
        options -> {
          options.putInt("output_height", 4);
          options.putInt("output_width", 4);
        },
        0,
        matrix);
    // The landmarks are the picture's first row; the rest is a slope.
    float[] picture = new float[144];
    System.arraycopy(new float[] {6, 4, 0, 6, 12, 0, 4, 8, 0, 8, 8, 0}, 0, picture, 0, 12);
    for (int i = 12; i < 144; i++) {
      int row = i / 12;
      picture[i] = i - 12 * row + 10 * row;
    }

    float[] result = run(model, output, picture, 12, 12, 1);

    for (int row = 0; row < 4; row++) {
      for (int column = 0; column < 4; column++) {
        float x = 7 - .5f * (row + .5f);
        float y = 6 + (column + .5f);
        assertThat(result[4 * row + column]).isCloseTo(x - .5f + 10 * (y - .5f), within(1e-3f));
      }
    }
  }

  /** Of 4×4 pixels around landmarks 0 to 3, upright by the line from 0 to 1. */
  private static Consumer<FlexBuffersBuilder> square(double scale) {
    return options -> {
      options.putInt("left_rotation_idx", 0);
      options.putInt("output_height", 4);
      options.putInt("output_width", 4);
      options.putInt("right_rotation_idx", 1);
      options.putFloat("scale_x", scale);
      options.putFloat("scale_y", scale);
      int subset = options.startVector();
      for (int i = 0; i < 4; i++) {
        options.putInt(i);
      }
      options.endVector("subset_idxs", subset, true, false);
      options.putFloat("target_rotation_radians", 0);
    };
  }

  @Test
  void namesWhatItCannotConvert() {
    TinyModel model = new TinyModel(1, 2, 2, 1);
    int output = model.variable(1, 2, 2, 1);
    model.operator(99, output, 0);

    assertThatThrownBy(() -> NetworkConversion.convert("tiny", model.graph(output)))
        .hasMessageContaining("built-in operator 99");
  }

  @Test
  void refusesAFileOfAnotherKind() {
    ByteBuffer file = ByteBuffer.wrap("not a network at all".getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> TensorflowLiteGraph.read(file)).hasMessageContaining("TFL3");
  }

  @ParameterizedTest
  @CsvSource({
    "0x3C00, 1",
    "0xC000, -2",
    "0x7BFF, 65504",
    "0x0001, 5.9604645e-8",
    "0x0400, 6.1035156e-5",
    "0x8000, -0.0",
    "0x7C00, Infinity"
  })
  void widensHalfFloatsExactly(String half, float expected) {
    assertThat(TensorflowLiteTensor.widened(Integer.decode(half).shortValue())).isEqualTo(expected);
  }

  private static float[] run(
      TinyModel model, int output, float[] picture, int height, int width, int channels)
      throws OrtException {
    byte[] converted = NetworkConversion.convert("tiny", model.graph(output));
    float[] turned =
        ConvolutionOperators.channelsFirst(picture, new int[] {1, height, width, channels});
    return OnnxRun.run(converted, turned, 1, channels, height, width).get("tensor" + output);
  }

  private static Consumer<TinyModel.Fields> strides(int padding, int stride) {
    return fields -> fields.octet(0, padding).integer(1, stride).integer(2, stride).octet(3, 0);
  }

  private static int resultLength(int length, int size, int stride, int padding) {
    return padding == 0 ? (length + stride - 1) / stride : (length - size) / stride + 1;
  }

  private static int before(int length, int size, int stride, int padding) {
    int result = resultLength(length, size, stride, padding);
    return padding == 0 ? Math.max(0, (result - 1) * stride + size - length) / 2 : 0;
  }

  private float[] draw(int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) (2 * random.nextDouble() - 1);
    }
    return values;
  }
}
