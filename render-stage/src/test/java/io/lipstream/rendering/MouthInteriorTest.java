package io.lipstream.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.portrait.PreparedPortrait;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/** What is painted into a mouth passes a look: properties of its colours, on two faces. */
class MouthInteriorTest {
  private static final List<PreparedPortrait> PORTRAITS =
      List.of(Portraits.astronaut(512), Portraits.monaLisa(512));
  private static final List<PortraitLight> LIGHTS =
      PORTRAITS.stream().map(MouthInteriorTest::light).toList();

  /** Middle of an upper incisor, and where it meets the next. */
  private static final double INCISOR = 0.0825;

  private static final double GAP = 0.165;
  private static final double CANINE = 0.33;
  private static final double LIT = 0.09;

  @Property
  void nothingIsWhiterThanWhiteOrBlack(
      @ForAll @IntRange(max = 1) int face,
      @ForAll @DoubleRange(min = -0.5, max = 0.5) double across,
      @ForAll @DoubleRange(min = 0, max = 0.5) double depth) {
    PortraitLight light = LIGHTS.get(face);
    MouthInterior mouth = mouth(face, 60);
    for (int channel = 0; channel < 3; channel++) {
      assertThat(mouth.underUpperLip(channel, across, depth))
          .isBetween(0.02 * light.white(channel), light.white(channel));
      assertThat(mouth.aboveLowerLip(channel, across, depth))
          .isBetween(
              0.02 * light.white(channel), Math.max(light.white(channel), light.lip(channel)));
    }
  }

  @Property
  void teethAreIvoryAndTheRestIsRed(@ForAll @IntRange(max = 1) int face) {
    MouthInterior mouth = mouth(face, 60);

    double[] tooth = upper(mouth, INCISOR, LIT);
    double[] deep = upper(mouth, 0, 0.35);
    double[] tongue = lower(mouth, 0.1, 0.09);

    assertThat(tooth[0]).isGreaterThan(1.02 * tooth[1]);
    assertThat(tooth[1]).isGreaterThan(1.05 * tooth[2]);
    assertThat(deep[0]).isGreaterThan(1.8 * deep[1]).isLessThan(0.2 * tooth[0]);
    assertThat(tongue[0]).isGreaterThan(1.5 * tongue[1]).isLessThan(0.85 * tooth[0]);
  }

  @Property
  void theUpperLipShadesTheTeeth(
      @ForAll @IntRange(max = 1) int face, @ForAll @DoubleRange(min = 0, max = 0.07) double depth) {
    MouthInterior mouth = mouth(face, 60);

    assertThat(upper(mouth, INCISOR, depth)[1]).isLessThan(upper(mouth, INCISOR, 0.08)[1]);
    assertThat(upper(mouth, INCISOR, 0)[1]).isLessThan(0.65 * upper(mouth, INCISOR, LIT)[1]);
  }

  @Property
  void teethAreSingleWithSoftGapsAndFallBackToTheSides(@ForAll @IntRange(max = 1) int face) {
    MouthInterior mouth = mouth(face, 120);
    double tooth = upper(mouth, INCISOR, LIT)[1];

    assertThat(upper(mouth, GAP, LIT)[1]).isBetween(0.7 * tooth, 0.92 * tooth);
    assertThat(upper(mouth, CANINE, LIT)[1]).isLessThan(0.92 * tooth);
    assertThat(mouth.upperTeethCoverage(INCISOR, LIT)).isEqualTo(1);
    assertThat(mouth.upperTeethCoverage(0.47, 0.01)).isZero();
    assertThat(Teeth.UPPER.length(INCISOR)).isGreaterThan(1.1 * Teeth.UPPER.length(0.4));
  }

  @Property
  void theDarkFadesInDepthAndTurnsToTheLipsAtTheCorners(
      @ForAll @IntRange(max = 1) int face,
      @ForAll @DoubleRange(min = 0.2, max = 0.4) double depth) {
    MouthInterior mouth = mouth(face, 60);
    PortraitLight light = LIGHTS.get(face);

    assertThat(upper(mouth, 0, depth)[0]).isLessThan(upper(mouth, 0, 0.17)[0]);
    double corner = upper(mouth, 0.499, depth)[0];
    assertThat(corner).isGreaterThan(2 * upper(mouth, 0, depth)[0]).isLessThan(light.lip(0));
  }

  /** A quarter of a pixel changes little: nothing in a mouth is cut out with scissors. */
  @Property
  void noEdgeIsHard(
      @ForAll @IntRange(max = 1) int face,
      @ForAll @IntRange(min = 30, max = 300) int width,
      @ForAll @DoubleRange(min = -0.5, max = 0.5) double across,
      @ForAll @DoubleRange(min = 0, max = 0.5) double depth) {
    MouthInterior mouth = mouth(face, width);
    double step = 0.25 / width;
    double white = LIGHTS.get(face).white(0);

    assertThat(Math.abs(upper(mouth, across, depth)[0] - upper(mouth, across, depth + step)[0]))
        .isLessThan(0.3 * white);
    assertThat(Math.abs(shown(mouth, across, depth) - shown(mouth, across, depth + step)))
        .isLessThan(0.3 * white);
  }

  /** Red above the lower lip, as far as it is seen. */
  private static double shown(MouthInterior mouth, double across, double height) {
    return mouth.lowerCoverage(across, height) * mouth.aboveLowerLip(0, across, height);
  }

  private static double[] upper(MouthInterior mouth, double across, double depth) {
    return new double[] {
      mouth.underUpperLip(0, across, depth),
      mouth.underUpperLip(1, across, depth),
      mouth.underUpperLip(2, across, depth)
    };
  }

  private static double[] lower(MouthInterior mouth, double across, double height) {
    return new double[] {
      mouth.aboveLowerLip(0, across, height),
      mouth.aboveLowerLip(1, across, height),
      mouth.aboveLowerLip(2, across, height)
    };
  }

  private static MouthInterior mouth(int face, double width) {
    return new MouthInterior(width, 1, LIGHTS.get(face));
  }

  private static PortraitLight light(PreparedPortrait portrait) {
    return new PortraitLight(
        portrait.landmarks(), portrait.frame(), Eye.both(portrait.landmarks()));
  }
}
