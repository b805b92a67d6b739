package io.lipstream.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.audio.AudioLimits;
import io.lipstream.inference.Network;
import io.lipstream.motion.MotionChannel;
import io.lipstream.motion.MotionFormat;
import io.lipstream.motion.MotionSettings;
import io.lipstream.motion.MotionTrack;
import io.lipstream.motion.SpeechMotion;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.PreparedPortrait;
import io.lipstream.portrait.RgbImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request's parameters do, from a recording to frames, by the embedded bundle. */
class ParametersTest {
  private static final Path VOICE =
      Path.of("../feature-stage/src/test/resources/samples/austen-0880.wav");
  private static final int UPPER_LIP = 13;
  private static final int LOWER_LIP = 14;
  private static final int NOSE_TIP = 4;
  private static final int RIGHT_EYE_CORNER = 33;
  private static final int LEFT_EYE_CORNER = 263;

  /** Frames that are looked at; every so many of a clip. */
  private static final int LOOKED_AT = 6;

  private static Network sound;
  private static FaceRenderer renderer;

  @TempDir private Path folder;

  @BeforeAll
  static void open() {
    sound = Portraits.ENGINE.open(Portraits.BUNDLE, "audio2mouth");
    renderer = new FaceRenderer(Portraits.BUNDLE, Portraits.ENGINE);
  }

  @AfterAll
  static void close() {
    renderer.close();
    sound.close();
  }

  @Test
  void dynamicScaleOpensTheRenderedMouthFurther() throws IOException {
    Scene scene = renderer.prepare(Portraits.astronaut(512));
    List<Double> gaps = new ArrayList<>();
    List<Double> jaws = new ArrayList<>();
    for (double scale : new double[] {0.5, 0.75, 1, 1.4, 2}) {
      MotionTrack motion = motion(new Choice().dynamicScale(scale));
      jaws.add(mean(motion, MotionChannel.JAW_OPEN));
      gaps.add(
          looks(scene, motion).stream().mapToDouble(ParametersTest::gap).average().orElseThrow());
    }

    assertRising(jaws, 0.02);
    assertRising(gaps, 0.005);
  }

  @Test
  void motionScaleMovesTheRenderedHeadFurther() throws IOException {
    Scene scene = renderer.prepare(Portraits.astronaut(512));
    List<FaceLandmarks> still = looks(scene, motion(new Choice().motionScale(0)));
    List<Double> travels = new ArrayList<>();
    List<Double> commanded = new ArrayList<>();
    for (double scale : new double[] {0, 0.5, 1, 1.5, 2}) {
      MotionTrack motion = motion(new Choice().motionScale(scale));
      commanded.add(
          range(motion, MotionChannel.HEAD_X)
              + range(motion, MotionChannel.HEAD_Y)
              + range(motion, MotionChannel.HEAD_ROLL));
      travels.add(travel(still, looks(scene, motion)));
    }

    assertRising(commanded, 0.005);
    assertRising(travels, 0.1);
    assertThat(commanded.get(0)).isZero();
    for (int i = 1; i < commanded.size(); i++) {
      assertThat(commanded.get(i)).isCloseTo(i * commanded.get(1), within(1e-5));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {15, 25, 30, 50, 60})
  void smoothMotionCalmsTheMouthAtEveryRate(int fps) throws IOException {
    MotionTrack smooth = motion(new Choice().fps(fps));
    MotionTrack rough = motion(new Choice().fps(fps).smoothMotion(false));

    for (MotionChannel channel :
        List.of(MotionChannel.JAW_OPEN, MotionChannel.LIP_WIDTH, MotionChannel.LIP_ROUND)) {
      assertThat(roughness(smooth, channel))
          .as("%s", channel)
          .isLessThan(roughness(rough, channel));
    }
    assertThat(mean(smooth, MotionChannel.JAW_OPEN))
        .isCloseTo(mean(rough, MotionChannel.JAW_OPEN), within(0.02));
  }

  /** The more the network lags, the earlier refinement takes the mouth; without it, never. */
  @Test
  void lipSyncRefinementTakesOutWhatTheNetworkLags() throws IOException {
    int fps = 50;
    MotionTrack plain = motion(new Choice().fps(fps).refinement(false));
    List<Double> shifts = new ArrayList<>();
    for (double latency : new double[] {-0.04, -0.02, 0, 0.02, 0.04}) {
      Choice refined = new Choice().fps(fps).latency(latency);
      shifts.add(bestShift(motion(refined), plain) * 1.0 / fps);
      assertThat(motion(refined.refinement(false)).rows()).isEqualTo(plain.rows());
    }

    assertThat(shifts).containsExactly(-0.04, -0.02, 0.0, 0.02, 0.04);
  }

  @Test
  void everySeedHasFramesOfItsOwnAndTheSameEachTime() throws IOException {
    Scene scene = renderer.prepare(Portraits.astronaut(256));
    Set<Integer> frames = new TreeSet<>();
    for (int seed : new int[] {0, 1, 2, 12345, Integer.MAX_VALUE}) {
      MotionTrack motion = motion(new Choice().seed(seed));
      byte[] frame = frame(scene, motion, 40);
      assertThat(frame(scene, motion(new Choice().seed(seed)), 40)).isEqualTo(frame);
      frames.add(Arrays.hashCode(frame));
      assertThat(mean(motion, MotionChannel.JAW_OPEN))
          .isCloseTo(mean(motion(new Choice()), MotionChannel.JAW_OPEN), within(1e-6));
    }

    assertThat(frames).hasSize(5);
  }

  @Test
  void expandRatioGivesTheHeadMoreRoomAndTheFaceLessOfItsFrame() {
    PreparedPortrait portrait = Portraits.astronaut(512);
    List<Double> heights = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    for (double ratio : new double[] {0.1, 0.25, 0.4, 0.6, 0.8, 1}) {
      heights.add((double) renderer.prepare(portrait, ratio).whole().height());
      PreparedPortrait face = Portraits.astronautFace(256, ratio);
      shares.add(-width(face.landmarks()) / face.frame().width());
    }

    assertThat(heights).isSorted();
    assertThat(heights.get(5)).isGreaterThan(1.3 * heights.get(0));
    assertRising(shares, 0.005);
  }

  /** The embedded model has no denoising: this is said in its card, and it is so. */
  @Test
  void inferenceStepsMakeNoDifference() throws IOException {
    Scene scene = renderer.prepare(Portraits.astronaut(256));
    MotionTrack first = motion(new Choice().steps(1));
    byte[] frame = frame(scene, first, 30);
    for (int steps : new int[] {2, 25, 100, 1024}) {
      MotionTrack motion = motion(new Choice().steps(steps));
      assertThat(motion.rows()).isEqualTo(first.rows());
      assertThat(frame(scene, motion, 30)).isEqualTo(frame);
    }
  }

  private static void assertRising(List<Double> values, double least) {
    for (int i = 1; i < values.size(); i++) {
      assertThat(values.get(i)).as("%s", values).isGreaterThan(values.get(i - 1) + least);
    }
  }

  private MotionTrack motion(Choice choice) throws IOException {
    Path rows = folder.resolve("rows");
    new SpeechMotion(
            new MotionSettings(0.1, true, choice.latency),
            AudioLimits.defaults(),
            Portraits.BUNDLE.manifest().melSpectrogram(),
            sound)
        .plan(VOICE, choice.parameters(), Double.NaN, rows);
    return MotionFormat.read(Files.readAllBytes(rows));
  }

  /** The landmarks of frames all over a clip, found on them again. */
  private List<FaceLandmarks> looks(Scene scene, MotionTrack motion) throws IOException {
    List<FaceLandmarks> looks = new ArrayList<>();
    for (int i = 0; i < LOOKED_AT; i++) {
      RgbImage frame = render(scene, motion, i * motion.frames() / LOOKED_AT);
      looks.add(Portraits.found(scene.compose(frame), folder).landmarks());
    }
    return looks;
  }

  private static RgbImage render(Scene scene, MotionTrack motion, int frame) {
    List<RgbImage> frames = new ArrayList<>();
    int at = frame * MotionChannel.COUNT;
    float[] row = Arrays.copyOfRange(motion.rows(), at, at + MotionChannel.COUNT);
    renderer.render(scene, new MotionTrack(row), frames::add);
    return frames.get(0);
  }

  private static byte[] frame(Scene scene, MotionTrack motion, int frame) {
    return render(scene, motion, frame).rgb();
  }

  private static double gap(FaceLandmarks face) {
    return (face.y(LOWER_LIP) - face.y(UPPER_LIP)) / width(face);
  }

  private static double width(FaceLandmarks face) {
    return Math.hypot(
        face.x(LEFT_EYE_CORNER) - face.x(RIGHT_EYE_CORNER),
        face.y(LEFT_EYE_CORNER) - face.y(RIGHT_EYE_CORNER));
  }

  /** Mean pixels between the tips of the nose in the same frames of two clips. */
  private static double travel(List<FaceLandmarks> ones, List<FaceLandmarks> others) {
    return IntStream.range(0, ones.size())
        .mapToDouble(
            i ->
                Math.hypot(
                    ones.get(i).x(NOSE_TIP) - others.get(i).x(NOSE_TIP),
                    ones.get(i).y(NOSE_TIP) - others.get(i).y(NOSE_TIP)))
        .average()
        .orElseThrow();
  }

  private static double mean(MotionTrack motion, MotionChannel channel) {
    return values(motion, channel).average().orElseThrow();
  }

  private static double range(MotionTrack motion, MotionChannel channel) {
    return values(motion, channel).max().orElseThrow()
        - values(motion, channel).min().orElseThrow();
  }

  private static DoubleStream values(MotionTrack motion, MotionChannel channel) {
    return IntStream.range(0, motion.frames()).mapToDouble(frame -> motion.value(frame, channel));
  }

  /** How much a channel changes its pace, in all. */
  private static double roughness(MotionTrack motion, MotionChannel channel) {
    double[] values = values(motion, channel).toArray();
    return IntStream.range(2, values.length)
        .mapToDouble(i -> Math.abs(values[i] - 2 * values[i - 1] + values[i - 2]))
        .sum();
  }

  /** Frames by which one mouth is earlier than the other. */
  private static int bestShift(MotionTrack early, MotionTrack plain) {
    double[] one = values(early, MotionChannel.JAW_OPEN).toArray();
    double[] other = values(plain, MotionChannel.JAW_OPEN).toArray();
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int shift = -5; shift <= 5; shift++) {
      double sum = 0;
      for (int frame = 5; frame < one.length - 5; frame++) {
        sum += Math.abs(one[frame] - other[frame + shift]);
      }
      if (sum < least) {
        least = sum;
        best = shift;
      }
    }
    return best;
  }

  /** A request's choice: the defaults but for what is said. */
  private static final class Choice {
    private int steps = 25;
    private double dynamicScale = 1;
    private double motionScale = 1;
    private boolean refinement = true;
    private boolean smoothMotion = true;
    private int seed;
    private int fps = 25;
    private double latency = 0.005;

    Choice steps(int value) {
      steps = value;
      return this;
    }

    Choice dynamicScale(double value) {
      dynamicScale = value;
      return this;
    }

    Choice motionScale(double value) {
      motionScale = value;
      return this;
    }

    Choice refinement(boolean value) {
      refinement = value;
      return this;
    }

    Choice smoothMotion(boolean value) {
      smoothMotion = value;
      return this;
    }

    Choice seed(int value) {
      seed = value;
      return this;
    }

    Choice fps(int value) {
      fps = value;
      return this;
    }

    Choice latency(double seconds) {
      latency = seconds;
      return this;
    }

    RenderParameters parameters() {
      return new RenderParameters(
          512,
          0.2,
          steps,
          dynamicScale,
          motionScale,
          refinement,
          smoothMotion,
          seed,
          fps,
          false,
          0);
    }
  }
}
