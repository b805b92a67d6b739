package io.lipstream.portrait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class PortraitPropertyTest {
  @Property
  void aFrameIsEvenHasTheAspectAndLiesWithinThePicture(
      @ForAll @IntRange(min = 16, max = 6000) int width,
      @ForAll @IntRange(min = 16, max = 6000) int height,
      @ForAll @IntRange(min = 128, max = 2048) int shortSide) {
    Framing framing = Framing.of(0, 0, width, height, shortSide);

    assertThat(framing.width() % 2).isZero();
    assertThat(framing.height() % 2).isZero();
    assertThat(Math.min(framing.width(), framing.height()) - shortSide).isBetween(0, 1);
    double shortLength = Math.min(framing.width(), framing.height());
    assertThat((double) Math.max(framing.width(), framing.height()))
        .isCloseTo(shortLength * Math.max(width, height) / Math.min(width, height), within(1.0));
    assertThat(framing.left()).isGreaterThanOrEqualTo(-1e-9);
    assertThat(framing.top()).isGreaterThanOrEqualTo(-1e-9);
    assertThat(framing.left() + framing.scale() * framing.width()).isLessThan(width + 1e-6);
    assertThat(framing.top() + framing.scale() * framing.height()).isLessThan(height + 1e-6);
    assertThat(Math.max(framing.left(), framing.top()) / framing.scale())
        .describedAs("frame pixels left out at an edge")
        .isLessThanOrEqualTo(0.5 + 1e-9);
  }

  @Property(tries = 100)
  void aPlainPictureStaysPlainAtAnySize(
      @ForAll @IntRange(min = 2, max = 90) int width,
      @ForAll @IntRange(min = 2, max = 90) int height,
      @ForAll @IntRange(min = 2, max = 120) int shortSide,
      @ForAll byte value) {
    byte[] plain = new byte[3 * width * height];
    Arrays.fill(plain, value);
    RgbImage picture = new RgbImage(width, height, plain);

    RgbImage frame = Resampling.cut(picture, Framing.whole(picture, shortSide));

    byte[] expected = new byte[frame.rgb().length];
    Arrays.fill(expected, value);
    assertThat(Arrays.equals(frame.rgb(), expected)).isTrue();
  }

  @Property(tries = 100)
  void aSlopeStaysASlope(
      @ForAll @DoubleRange(min = 0.4, max = 5) double scale,
      @ForAll @DoubleRange(min = 20, max = 40) double left) {
    byte[] slope = new byte[3 * 200 * 100];
    for (int i = 0; i < slope.length; i++) {
      slope[i] = (byte) (i / 3 % 200);
    }
    Framing framing = new Framing(left, 30, scale, 20, 8);

    RgbImage frame = Resampling.cut(new RgbImage(200, 100, slope), framing);

    for (int x = 0; x < 20; x++) {
      double expected = left + scale * (x + .5) - .5;
      assertThat((double) Byte.toUnsignedInt(frame.rgb()[3 * (4 * 20 + x)]))
          .isCloseTo(expected, within(0.6));
    }
  }

  @Property(tries = 50)
  void aPortraitComesBackFromItsBytes(
      @ForAll @IntRange(min = 1, max = 60) int width,
      @ForAll @IntRange(min = 1, max = 60) int height,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] rgb = new byte[3 * width * height];
    random.nextBytes(rgb);
    float[] points = new float[2 * FaceLandmarks.COUNT];
    for (int i = 0; i < points.length; i++) {
      points[i] = (float) random.nextDouble(-1000, 1000);
    }
    PreparedPortrait portrait =
        new PreparedPortrait(
            new RgbImage(width, height, rgb), new FaceLandmarks(points, random.nextFloat()));

    PreparedPortrait again = PreparedPortraitFormat.read(PreparedPortraitFormat.write(portrait));

    assertThat(Arrays.equals(again.frame().rgb(), rgb)).isTrue();
    assertThat(Arrays.equals(again.landmarks().points(), points)).isTrue();
  }

  @Property(tries = 200)
  void mergedBoxesAreApartAndNoneIsLost(@ForAll @IntRange(max = 30) int count, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<FaceBox> boxes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double size = random.nextDouble(20, 60);
      boxes.add(
          new FaceBox(
              random.nextDouble(0.3, 1),
              random.nextDouble(0, 300),
              random.nextDouble(0, 300),
              size,
              size,
              0));
    }

    List<FaceBox> merged = FaceBox.merge(boxes);

    assertThat(merged.isEmpty()).isEqualTo(boxes.isEmpty());
    assertThat(merged).hasSizeLessThanOrEqualTo(boxes.size());
    for (FaceBox box : boxes) {
      assertThat(merged).anySatisfy(face -> assertThat(face.overlap(box)).isPositive());
    }
    assertThat(merged.stream().mapToDouble(FaceBox::score).max())
        .isEqualTo(boxes.stream().mapToDouble(FaceBox::score).max());
  }
}
