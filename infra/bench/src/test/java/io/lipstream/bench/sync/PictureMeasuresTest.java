package io.lipstream.bench.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.RgbImage;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PictureMeasuresTest {
  private static final int RIGHT_CHEEK = 234;
  private static final int LEFT_CHEEK = 454;
  private static final int NOSE_TIP = 4;
  private static final int UPPER_LIP = 13;

  @ParameterizedTest
  @CsvSource({"0, 1, 0, 0", "0.3, 1, 0, 0", "0, 1.2, 0, 0", "-0.1, 0.9, 12, -30"})
  void aPoseIsNotADrift(double roll, double scale, double right, double down) {
    FaceLandmarks face = face();

    assertThat(FaceShape.drift(face, posed(face, roll, scale, right, down)))
        .isCloseTo(0, within(1e-5));
  }

  @Test
  void aNoseThatGoesAsideIsADriftAndAMouthThatOpensIsNone() {
    FaceLandmarks face = face();

    assertThat(FaceShape.drift(face, shifted(face, UPPER_LIP, 30))).isCloseTo(0, within(1e-6));
    double one = FaceShape.drift(face, shifted(face, NOSE_TIP, 10));
    assertThat(one).isPositive();
    assertThat(FaceShape.drift(face, shifted(face, NOSE_TIP, 20))).isCloseTo(2 * one, within(1e-4));
  }

  @Test
  void theJumpIsWhatNearlyAllLandmarksStayUnder() {
    FaceLandmarks face = face();
    FaceLandmarks moved = posed(face, 0, 1, 1.5, 0);
    MeasuredPicture picture =
        new MeasuredPicture(
            face,
            List.of(face, face, moved, moved),
            new Points68(new float[2 * Points68.COUNT]),
            List.of(),
            List.of(40.0));

    assertThat(picture.jump(seconds -> true)).isCloseTo(1.5 / FaceShape.width(face), within(1e-5));
    assertThat(picture.jump(seconds -> seconds > 0.12)).isZero();
  }

  @Test
  void aLidThatShutsIsNoJumpOfTheOtherPointsAndANoseIs() {
    float[] places = new float[2 * Points68.COUNT];
    places[2 * 16] = 100;
    Points68 still = new Points68(places);
    float[] shut = places.clone();
    shut[2 * 37 + 1] = 5;
    float[] aside = places.clone();
    aside[2 * 30] = 2;

    assertThat(Points68.jumps(still, new Points68(shut))).containsOnly(0);
    assertThat(Arrays.stream(Points68.jumps(still, new Points68(aside))).max())
        .hasValueCloseTo(0.02, within(1e-9));
  }

  @Test
  void onlyWhatIsNotHeadIsBackground() {
    FaceLandmarks face = face();
    RgbImage still = grey(300, 100);
    RgbImage inHead = grey(300, 100);
    inHead.rgb()[3 * (150 * 300 + 150)] = 0;
    RgbImage outside = grey(300, 105);

    assertThat(Background.psnr(still, inHead, face)).isEqualTo(99);
    assertThat(Background.psnr(still, outside, face))
        .isCloseTo(10 * Math.log10(255.0 * 255 / 25), within(0.01));
  }

  @Test
  void conditionsAreAsFarUnderAsTheySay() {
    Sound voice = SteadyVowels.sound();
    for (Condition condition : List.of(Condition.NOISE, Condition.MUCH_NOISE, Condition.MUSIC)) {
      float[] added = condition.apply(voice).samples().clone();
      for (int i = 0; i < added.length; i++) {
        added[i] -= voice.samples()[i];
      }
      double under = 20 * Math.log10(voice.level() / new Sound(voice.rate(), added).level());
      assertThat(condition.words()).contains(Math.round(under) + " dB under");
    }
    assertThat(20 * Math.log10(Condition.QUIET.apply(voice).level())).isCloseTo(-40, within(0.01));
    assertThat(Condition.CLEAN.apply(voice)).isSameAs(voice);
  }

  @ParameterizedTest
  @CsvSource({"100, -80, -15", "1000, -1.5, 1.5", "6000, -80, -9"})
  void aTelephoneHasNeitherLowNorHighTones(double hertz, double least, double most) {
    float[] tone = new float[16_000];
    for (int i = 0; i < tone.length; i++) {
      tone[i] = (float) Math.sin(2 * Math.PI * hertz * i / tone.length);
    }
    Sound sound = new Sound(tone.length, tone);

    double decibels = 20 * Math.log10(Condition.TELEPHONE.apply(sound).level() / sound.level());
    assertThat(decibels).isBetween(least, most);
  }

  private static FaceLandmarks face() {
    SplittableRandom random = new SplittableRandom(3);
    float[] points = new float[2 * FaceLandmarks.COUNT];
    for (int i = 0; i < points.length; i++) {
      points[i] = (float) random.nextDouble(100, 200);
    }
    points[2 * RIGHT_CHEEK] = 100;
    points[2 * RIGHT_CHEEK + 1] = 150;
    points[2 * LEFT_CHEEK] = 200;
    points[2 * LEFT_CHEEK + 1] = 150;
    return new FaceLandmarks(points, 1);
  }

  private static FaceLandmarks posed(
      FaceLandmarks face, double roll, double scale, double right, double down) {
    float[] points = new float[2 * FaceLandmarks.COUNT];
    for (int i = 0; i < FaceLandmarks.COUNT; i++) {
      points[2 * i] =
          (float) (scale * (Math.cos(roll) * face.x(i) - Math.sin(roll) * face.y(i)) + right);
      points[2 * i + 1] =
          (float) (scale * (Math.sin(roll) * face.x(i) + Math.cos(roll) * face.y(i)) + down);
    }
    return new FaceLandmarks(points, 1);
  }

  private static FaceLandmarks shifted(FaceLandmarks face, int landmark, float right) {
    float[] points = face.points().clone();
    points[2 * landmark] += right;
    return new FaceLandmarks(points, 1);
  }

  private static RgbImage grey(int side, int value) {
    byte[] rgb = new byte[3 * side * side];
    Arrays.fill(rgb, (byte) value);
    return new RgbImage(side, side, rgb);
  }
}
