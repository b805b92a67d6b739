package io.lipstream.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.motion.MotionChannel;
import io.lipstream.motion.MotionTrack;
import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.PreparedPortrait;
import io.lipstream.portrait.RgbImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaceRendererTest {
  private static final MotionTrack REST = Motions.track(Motions.row(Map.of()));
  private static final MotionTrack OPEN =
      Motions.track(
          Motions.row(Map.of(MotionChannel.JAW_OPEN, 1.0, MotionChannel.UPPER_LIP_RAISE, 0.4)));

  private static final int NOSE_TIP = 4;
  private static final int CHIN = 152;
  private static final int RIGHT_CHEEK = 234;
  private static final int LEFT_CHEEK = 454;

  private static FaceRenderer renderer;

  @BeforeAll
  static void openRenderer() {
    renderer = new FaceRenderer(Portraits.BUNDLE, Portraits.ENGINE);
  }

  @AfterAll
  static void closeRenderer() {
    renderer.close();
  }

  @Test
  void aClosedMouthAtRestIsThePortraitItself() {
    Scene scene = renderer.prepare(Portraits.monaLisa(512));

    RgbImage frame = scene.compose(render(scene, REST).get(0));

    assertThat(largestDifference(frame, scene.still())).isZero();
  }

  @Test
  void aSmilingMouthClosesAtRestAndOpensInSpeech(@TempDir Path folder) throws IOException {
    PreparedPortrait portrait = Portraits.astronaut(512);
    Scene scene = renderer.prepare(portrait);

    assertThat(opening(portrait.landmarks())).isGreaterThan(0.12);
    assertThat(opening(scene, REST, folder)).isLessThan(0.05);
    assertThat(opening(scene, OPEN, folder)).isGreaterThan(0.3);
  }

  @ParameterizedTest
  @EnumSource(
      value = MotionChannel.class,
      names = {"LIP_WIDTH", "LIP_ROUND", "LIP_PRESS", "JAW_OPEN", "UPPER_LIP_RAISE"})
  void noLipMovesTheNose(MotionChannel channel) {
    PreparedPortrait portrait = Portraits.astronaut(512);
    Scene scene = renderer.prepare(portrait);
    FaceLandmarks face = portrait.landmarks();
    int radius = (int) (0.06 * Math.abs(face.x(LEFT_CHEEK) - face.x(RIGHT_CHEEK)));

    RgbImage frame =
        scene.compose(render(scene, Motions.track(Motions.row(Map.of(channel, 1.0)))).get(0));

    assertThat(
            largestDifference(
                frame, scene.still(), (int) face.x(NOSE_TIP), (int) face.y(NOSE_TIP), radius))
        .isLessThan(3);
  }

  @Test
  void theJawMovesNothingBesideTheFace() {
    PreparedPortrait portrait = Portraits.astronaut(512);
    Scene scene = renderer.prepare(portrait);
    FaceLandmarks face = portrait.landmarks();
    double width = Math.abs(face.x(LEFT_CHEEK) - face.x(RIGHT_CHEEK));

    RgbImage open = scene.compose(render(scene, OPEN).get(0));

    for (double side : new double[] {-0.75, 0.75}) {
      int x = (int) (face.x(CHIN) + side * width);
      assertThat(
              largestDifference(open, scene.still(), x, (int) face.y(CHIN), (int) (0.03 * width)))
          .isLessThan(3);
    }
    assertThat(
            largestDifference(
                open, scene.still(), (int) face.x(CHIN), (int) face.y(CHIN), (int) (0.03 * width)))
        .describedAs("the chin itself goes down")
        .isGreaterThan(20);
  }

  @Test
  void aClosedMouthOpensWithTheJaw(@TempDir Path folder) throws IOException {
    Scene scene = renderer.prepare(Portraits.monaLisa(512));

    assertThat(opening(scene, REST, folder)).isLessThan(0.03);
    assertThat(opening(scene, OPEN, folder)).isGreaterThan(0.12);
  }

  @Test
  void lipsMeetWhileTheChinIsStillDown(@TempDir Path folder) throws IOException {
    PreparedPortrait portrait = Portraits.monaLisa(512);
    Scene scene = renderer.prepare(portrait);
    MotionTrack vowel = chinDown(0.5);
    MotionTrack pressed = chinDown(0.05);

    RgbImage open = scene.compose(render(scene, vowel).get(0));
    RgbImage shut = scene.compose(render(scene, pressed).get(0));
    FaceLandmarks face = portrait.landmarks();
    int radius = (int) (0.03 * new FaceGeometry(face).faceWidth());

    assertThat(opening(scene, vowel, folder)).isGreaterThan(0.08);
    assertThat(opening(scene, pressed, folder)).isLessThan(0.035);
    int x = (int) face.x(CHIN);
    int y = (int) face.y(CHIN);
    assertThat(meanDifference(shut, open, x, y, radius))
        .describedAs("the chin of pressed lips is where that of open ones is")
        .isLessThan(0.5 * meanDifference(shut, scene.still(), x, y, radius));
  }

  private static MotionTrack chinDown(double lipsApart) {
    return Motions.track(
        Motions.row(
            Map.of(
                MotionChannel.CHIN_DOWN,
                0.5,
                MotionChannel.JAW_OPEN,
                lipsApart,
                MotionChannel.LIP_PRESS,
                1 - 2 * lipsApart)));
  }

  private static double meanDifference(
      RgbImage one, RgbImage other, int centerX, int centerY, int radius) {
    double sum = 0;
    int count = 0;
    for (int y = centerY - radius; y <= centerY + radius; y++) {
      for (int i = 3 * (y * one.width() + centerX - radius);
          i < 3 * (y * one.width() + centerX + radius + 1);
          i++) {
        sum += Math.abs((one.rgb()[i] & 255) - (other.rgb()[i] & 255));
        count++;
      }
    }
    return sum / count;
  }

  @Test
  void roundLipsAreNarrowerThanWideOnes(@TempDir Path folder) throws IOException {
    Scene scene = renderer.prepare(Portraits.astronaut(512));

    double round = mouthWidth(scene, MotionChannel.LIP_ROUND, folder);
    double wide = mouthWidth(scene, MotionChannel.LIP_WIDTH, folder);

    assertThat(round).isLessThan(0.9 * wide);
  }

  @Test
  void theHeadMovesWhereItIsSent(@TempDir Path folder) throws IOException {
    PreparedPortrait portrait = Portraits.astronaut(512);
    Scene scene = renderer.prepare(portrait);
    double faceWidth = new FaceGeometry(portrait.landmarks()).faceWidth();
    MotionTrack right = Motions.track(Motions.row(Map.of(MotionChannel.HEAD_X, 0.04)));

    FaceLandmarks before = landmarks(scene, REST, folder);
    FaceLandmarks after = landmarks(scene, right, folder);

    int noseTip = 4;
    assertThat((after.x(noseTip) - before.x(noseTip)) / faceWidth).isBetween(0.03, 0.05);
    assertThat(Math.abs(after.y(noseTip) - before.y(noseTip)) / faceWidth).isLessThan(0.01);
  }

  @Test
  void theHeadMovesNoneOfWhatLiesFarBesideIt() {
    Scene scene = renderer.prepare(Portraits.monaLisa(512));
    Region whole = scene.whole();
    MotionTrack sway =
        Motions.track(
            Motions.row(Map.of(MotionChannel.HEAD_X, 0.04, MotionChannel.HEAD_SCALE, 0.02)));

    RgbImage frame = scene.compose(render(scene, sway).get(0));

    assertThat(largestDifference(frame, scene.still())).isGreaterThan(30);
    int beside = 0;
    for (int y = 0; y < frame.height(); y++) {
      for (int x = 0; x < frame.width(); x++) {
        double across = Math.abs(2 * (x - whole.x() + 0.5) / whole.width() - 1);
        double down = Math.abs(2 * (y - whole.y() + 0.5) / whole.height() - 1);
        if (Math.max(across, down) > 0.88) {
          beside = Math.max(beside, largestDifference(frame, scene.still(), x, y, 0));
        }
      }
    }
    assertThat(beside).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 512, 1058})
  void theEdgeOfTheRegionIsTheStillFrame(int resolution) {
    Scene scene = renderer.prepare(Portraits.astronaut(resolution));
    Region region = scene.region();
    Region whole = scene.whole();
    RgbImage still = scene.still();

    for (RgbImage frame : render(scene, Motions.speech(10))) {
      for (int x = 0; x < region.width(); x++) {
        if (region.y() == whole.y()) {
          assertSame(frame, x, 0, still, region);
        }
        if (region.y() + region.height() == whole.y() + whole.height()) {
          assertSame(frame, x, region.height() - 1, still, region);
        }
      }
      for (int y = 0; y < region.height(); y++) {
        if (region.x() == whole.x()) {
          assertSame(frame, 0, y, still, region);
        }
        if (region.x() + region.width() == whole.x() + whole.width()) {
          assertSame(frame, region.width() - 1, y, still, region);
        }
      }
    }
  }

  @Test
  void howAClipIsCutMakesNoDifference() {
    Scene scene = renderer.prepare(Portraits.astronaut(512));
    MotionTrack clip = Motions.speech(13);

    List<RgbImage> whole = render(scene, clip);
    List<RgbImage> cut = new ArrayList<>();
    for (int from = 0, length = 1; from < clip.frames(); from += length++) {
      int to = Math.min(clip.frames(), from + length);
      cut.addAll(
          render(
              scene,
              new MotionTrack(
                  Arrays.copyOfRange(
                      clip.rows(), from * MotionChannel.COUNT, to * MotionChannel.COUNT))));
    }

    assertThat(cut).hasSize(13);
    for (int i = 0; i < whole.size(); i++) {
      assertThat(cut.get(i).rgb()).as("frame %d", i).isEqualTo(whole.get(i).rgb());
    }
  }

  @Test
  void theSamePortraitAndMotionGiveTheSameBytesFromAnotherRenderer() {
    MotionTrack clip = Motions.speech(3);
    List<RgbImage> first = render(renderer.prepare(Portraits.astronaut(512)), clip);

    try (FaceRenderer other = new FaceRenderer(Portraits.BUNDLE, Portraits.ENGINE)) {
      List<RgbImage> second = new ArrayList<>();
      other.render(other.prepare(Portraits.astronaut(512)), clip, second::add);
      for (int i = 0; i < 3; i++) {
        assertThat(second.get(i).rgb()).isEqualTo(first.get(i).rgb());
      }
    }
    assertThat(first.get(0).rgb()).isNotEqualTo(first.get(2).rgb());
  }

  @Test
  void aRegionThatReachesOverTheFrameIsCutToIt() {
    Scene scene = renderer.prepare(Portraits.astronautFace(128));

    RgbImage frame = render(scene, OPEN).get(0);

    assertThat(scene.whole()).isNotEqualTo(scene.region());
    assertThat(frame.width()).isEqualTo(scene.region().width());
    assertThat(frame.height()).isEqualTo(scene.region().height());
    assertThat(scene.compose(frame).width()).isEqualTo(scene.still().width());
  }

  @Test
  void regionsHaveCanonicalSides() {
    for (int resolution : new int[] {200, 512, 1058}) {
      Region region = renderer.prepare(Portraits.astronaut(resolution)).whole();

      assertThat(Portraits.BUNDLE.manifest().regionSides())
          .contains(region.width(), region.height());
    }
  }

  @Test
  void aLargerExpandRatioGivesALargerRegion() {
    PreparedPortrait portrait = Portraits.astronaut(512);

    assertThat(renderer.prepare(portrait, 0.8).region().height())
        .isGreaterThan(renderer.prepare(portrait, 0.1).region().height());
  }

  @Test
  void aSceneSaysWhatItHolds() {
    Scene scene = renderer.prepare(Portraits.astronaut(512));

    assertThat(scene.byteSize()).isBetween(2_000_000L, 20_000_000L);
  }

  private static List<RgbImage> render(Scene scene, MotionTrack motion) {
    List<RgbImage> frames = new ArrayList<>();
    renderer.render(scene, motion, frames::add);
    return frames;
  }

  private static FaceLandmarks landmarks(Scene scene, MotionTrack motion, Path folder)
      throws IOException {
    return Portraits.found(scene.compose(render(scene, motion).get(0)), folder).landmarks();
  }

  private static double opening(Scene scene, MotionTrack motion, Path folder) throws IOException {
    return opening(landmarks(scene, motion, folder));
  }

  private static double opening(FaceLandmarks face) {
    return new Lips(new FaceGeometry(face)).gapInTheMiddle();
  }

  private static double mouthWidth(Scene scene, MotionChannel channel, Path folder)
      throws IOException {
    MotionTrack motion =
        Motions.track(Motions.row(Map.of(channel, 1.0, MotionChannel.JAW_OPEN, 0.25)));
    FaceGeometry face = new FaceGeometry(landmarks(scene, motion, folder));
    return face.mouthWidth() / face.faceWidth();
  }

  private static void assertSame(RgbImage frame, int x, int y, RgbImage still, Region region) {
    for (int channel = 0; channel < 3; channel++) {
      int inside = 3 * (y * frame.width() + x) + channel;
      int outside = 3 * ((y + region.y()) * still.width() + x + region.x()) + channel;
      assertThat(frame.rgb()[inside]).isEqualTo(still.rgb()[outside]);
    }
  }

  private static int largestDifference(RgbImage one, RgbImage other) {
    int largest = 0;
    for (int i = 0; i < one.rgb().length; i++) {
      largest = Math.max(largest, Math.abs((one.rgb()[i] & 0xff) - (other.rgb()[i] & 0xff)));
    }
    return largest;
  }

  private static int largestDifference(
      RgbImage one, RgbImage other, int centerX, int centerY, int radius) {
    int largest = 0;
    for (int y = centerY - radius; y <= centerY + radius; y++) {
      for (int i = 3 * (y * one.width() + centerX - radius);
          i < 3 * (y * one.width() + centerX + radius + 1);
          i++) {
        largest = Math.max(largest, Math.abs((one.rgb()[i] & 255) - (other.rgb()[i] & 255)));
      }
    }
    return largest;
  }
}
