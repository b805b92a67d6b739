package io.lipstream.bench.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.RgbImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Scanner;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Points68Test {
  private static final int NOSE_TIP = 30;

  /**
   * What face-api itself answers to the sample's face, run by the TensorFlow.js of its own package.
   */
  @Test
  void theConvertedNetworkSeesWhatItsAuthorsSees() throws IOException {
    float[] wanted = known();
    RgbImage face = picture();

    try (Network68 network = Network68.open()) {
      Points68 points = network.look(face, new FaceSquare(0, 0, face.width()));

      for (int i = 0; i < wanted.length; i++) {
        assertThat((double) points.points()[i]).isCloseTo(112 * wanted[i], within(0.01));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.5, 2, 3})
  void aLargerPictureOfTheSameFaceGivesTheSamePoints(double scale) throws IOException {
    RgbImage face = picture();
    int side = (int) Math.round(scale * face.width());
    byte[] rgb = new byte[3 * side * side];
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        int column = (int) (x / scale);
        int row = (int) (y / scale);
        int from = 3 * (row * face.width() + column);
        System.arraycopy(face.rgb(), from, rgb, 3 * (y * side + x), 3);
      }
    }

    try (Network68 network = Network68.open()) {
      float[] small = network.look(face, new FaceSquare(0, 0, face.width())).points();
      float[] large =
          network.look(new RgbImage(side, side, rgb), new FaceSquare(0, 0, side)).points();

      for (int i = 0; i < small.length; i++) {
        assertThat(large[i] / scale).isCloseTo(small[i], within(1.0));
      }
    }
  }

  @Test
  void theSquareLiesAboutTheLandmarks() {
    float[] points = new float[2 * FaceLandmarks.COUNT];
    for (int i = 0; i < FaceLandmarks.COUNT; i++) {
      points[2 * i] = 40 + i % 2 * 80;
      points[2 * i + 1] = 10 + i % 3 * 50;
    }

    FaceSquare square = FaceSquare.about(new FaceLandmarks(points, 1));

    assertThat(square.side()).isCloseTo(1.2 * 100, within(1e-6));
    assertThat(square.left() + square.side() / 2).isCloseTo(80, within(1e-6));
    assertThat(square.top() + square.side() / 2).isCloseTo(60, within(1e-6));
  }

  @Test
  void outsideOfThePictureIsBlack() {
    RgbImage white = new RgbImage(1, 1, new byte[] {-1, -1, -1});

    float[] planes = new FaceSquare(-111, -111, 112).planes(white);

    assertThat(planes[FaceSquare.SIDE * FaceSquare.SIDE - 1]).isEqualTo(255);
    assertThat(planes[FaceSquare.SIDE * FaceSquare.SIDE - 2]).isZero();
    assertThat(planes[0]).isZero();
  }

  @Test
  void theOpeningIsTheMeanGapOfTheInnerLipsByTheEyes() {
    float[] points = new float[2 * Points68.COUNT];
    points[2 * 36] = 100;
    points[2 * 45] = 180;
    for (int[] pair : new int[][] {{61, 67, 8}, {62, 66, 12}, {63, 65, 4}}) {
      points[2 * pair[0] + 1] = 200;
      points[2 * pair[1] + 1] = 200 + pair[2];
    }

    assertThat(new Points68(points).opening()).isCloseTo(8.0 / 80, within(1e-6));
  }

  @ParameterizedTest
  @CsvSource({"0.3, 1, 5, -8", "0, 1.2, 0, 0", "-0.1, 0.9, 12, -30"})
  void aPoseIsNotADriftAndAMovedNoseIs(double roll, double scale, double right, double down) {
    SplittableRandom random = new SplittableRandom(5);
    float[] first = new float[2 * Points68.COUNT];
    for (int i = 0; i < first.length; i++) {
      first[i] = (float) random.nextDouble(100, 200);
    }
    float[] moved = new float[first.length];
    for (int i = 0; i < first.length; i += 2) {
      moved[i] =
          (float) (scale * (Math.cos(roll) * first[i] - Math.sin(roll) * first[i + 1]) + right);
      moved[i + 1] =
          (float) (scale * (Math.sin(roll) * first[i] + Math.cos(roll) * first[i + 1]) + down);
    }

    assertThat(Points68.drift(new Points68(first), new Points68(moved))).isCloseTo(0, within(1e-5));
    moved[2 * NOSE_TIP] += 10;
    assertThat(Points68.drift(new Points68(first), new Points68(moved))).isGreaterThan(1e-3);
  }

  private static float[] known() throws IOException {
    try (InputStream text = Points68Test.class.getResourceAsStream("/landmarks68/face.csv")) {
      float[] shares = new float[2 * Points68.COUNT];
      Scanner values =
          new Scanner(text, StandardCharsets.UTF_8).useLocale(Locale.ROOT).useDelimiter("[,\\n]");
      for (int i = 0; i < shares.length; i++) {
        shares[i] = values.nextFloat();
      }
      return shares;
    }
  }

  private static RgbImage picture() throws IOException {
    try (InputStream file = Points68Test.class.getResourceAsStream("/landmarks68/face.png")) {
      return Pictures.image(ImageIO.read(file));
    }
  }
}
