package io.lipstream.motion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.audio.MelParameters;
import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import io.lipstream.pipeline.RenderParameters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MovingLipsTest {
  /** What the mouth opens by at most. */
  private static final double RANGE = 1.25;

  private static final double ROUNDING = 1e-5;

  @Property
  void aLimitedValueNeverMovesByMoreThanAStep(
      @ForAll @Size(min = 5, max = 80) List<@DoubleRange(min = -2, max = 2) Double> course,
      @ForAll @DoubleRange(min = 0.01, max = 1) double step) {
    double last = 0.5;
    for (double value : followed(array(course), step, last)) {
      assertThat(Math.abs(value - last)).isLessThanOrEqualTo(step + 1e-12);
      last = value;
    }
  }

  @Property
  void aCourseThatIsSlowEnoughIsFollowedExactly(
      @ForAll @Size(min = 5, max = 80) List<@DoubleRange(min = -1, max = 1) Double> steps) {
    double[] course = new double[steps.size()];
    for (int i = 1; i < course.length; i++) {
      course[i] = course[i - 1] + 0.1 * steps.get(i);
    }

    assertThat(followed(course, 0.1, 0)).containsExactly(course, within(1e-9));
  }

  @Property
  void aHigherCourseIsFollowedNowhereLower(
      @ForAll @Size(60) List<@DoubleRange(min = 0, max = 1.25) Double> course,
      @ForAll @Size(60) List<@DoubleRange(min = 0, max = 1) Double> more) {
    double[] low = array(course);
    double[] high = low.clone();
    for (int i = 0; i < high.length; i++) {
      high[i] += more.get(i);
    }
    double[] lower = followed(low, 0.0625, 0);
    double[] higher = followed(high, 0.0625, 0);

    for (int i = 0; i < lower.length; i++) {
      assertThat(higher[i]).isGreaterThanOrEqualTo(lower[i] - 1e-12);
    }
  }

  /** A jump is met in its middle or a few rows beside it, not wholly after it. */
  @Property
  void aJumpIsSetOutForBeforeItComes(@ForAll @DoubleRange(min = 0.3, max = 1.25) double jump) {
    double[] course = new double[60];
    for (int i = 30; i < course.length; i++) {
      course[i] = jump;
    }

    double[] followed = followed(course, 0.09375, 0);

    assertThat(followed[26]).isZero();
    assertThat(followed[29]).isGreaterThan(0.09);
    assertThat(followed[59]).isCloseTo(jump, within(1e-9));
  }

  /** Whatever a network says from row to row, at any rate of frames and any dynamic scale. */
  @Property(tries = 30)
  void theOpeningNeverSnapsWhileMotionIsSmooth(
      @ForAll long seed,
      @ForAll @IntRange(min = 10, max = 60) int fps,
      @ForAll @DoubleRange(min = 0.5, max = 2) double dynamicScale)
      throws IOException {
    MotionTrack track = moved(seed, fps, dynamicScale, true);

    for (int frame = 1; frame < track.frames(); frame++) {
      double seconds = 1.0 / fps;
      double lips = change(track, frame, MotionChannel.JAW_OPEN);
      double chin = change(track, frame, MotionChannel.CHIN_DOWN);
      assertThat(lips).isLessThanOrEqualTo(0.3 * RANGE * seconds / 0.04 + ROUNDING);
      assertThat(chin).isLessThanOrEqualTo(0.2 * RANGE * seconds / 0.04 + ROUNDING);
      assertThat(track.value(frame, MotionChannel.JAW_OPEN))
          .isLessThanOrEqualTo(track.value(frame, MotionChannel.CHIN_DOWN) + 1e-6f);
    }
  }

  /** The same networks do snap without a limit, and use what a limit leaves them. */
  @Test
  void withoutSmoothingItMaySnap() throws IOException {
    double snap = 0;
    double smooth = 0;
    for (long seed = 1; seed <= 8; seed++) {
      snap = Math.max(snap, largestChange(moved(seed, 25, 1, false)));
      smooth = Math.max(smooth, largestChange(moved(seed, 25, 1, true)));
    }

    assertThat(snap).isGreaterThan(0.4 * RANGE);
    assertThat(smooth).isBetween(0.25 * RANGE, 0.3 * RANGE + ROUNDING);
  }

  private static double largestChange(MotionTrack track) {
    double largest = 0;
    for (int frame = 1; frame < track.frames(); frame++) {
      largest = Math.max(largest, change(track, frame, MotionChannel.JAW_OPEN));
    }
    return largest;
  }

  private static double change(MotionTrack track, int frame, MotionChannel channel) {
    return Math.abs(track.value(frame, channel) - track.value(frame - 1, channel));
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double[] followed(double[] course, double step, double start) {
    SpeedLimit limit = new SpeedLimit(step, start);
    double[] followed = new double[course.length];
    double[] wanted = new double[MovingLips.AHEAD + 1];
    for (int i = 0; i < course.length; i++) {
      for (int ahead = 0; ahead < wanted.length; ahead++) {
        wanted[ahead] = course[Math.min(course.length - 1, i + ahead)];
      }
      followed[i] = limit.next(wanted);
    }
    return followed;
  }

  private static MotionTrack moved(long seed, int fps, double dynamicScale, boolean smooth)
      throws IOException {
    float[] samples = Voices.noise(3, -10, seed);
    RenderParameters parameters =
        new RenderParameters(512, 0.2, 25, dynamicScale, 1, true, smooth, 0, fps, false, 0);
    MouthOfVoice voice =
        new MouthOfVoice(
            Voices.inPieces(samples, () -> 4000),
            MelParameters.embeddedSoundNetwork(),
            new JumpingNetwork(seed));
    ByteArrayOutputStream rows = new ByteArrayOutputStream();
    new MotionComposer(parameters, 0).compose(voice, () -> 3, rows);
    return MotionFormat.read(rows.toByteArray());
  }

  /** Holds each value for a while that is drawn, from one to thirty rows, then jumps to another. */
  private static final class JumpingNetwork implements Network {
    private static final int ROWS = 200;
    private static final int SHAPES = 17;
    private static final int VALUES = 6;

    private final SplittableRandom random;

    JumpingNetwork(long seed) {
      random = new SplittableRandom(seed);
    }

    @Override
    public Map<String, Tensor> run(Map<String, Tensor> inputs) {
      float[] shapes = new float[SHAPES * ROWS];
      float[] mouth = new float[VALUES * ROWS];
      fill(shapes, 0, 12);
      for (int value = 0; value < VALUES; value++) {
        fill(mouth, value * ROWS, 1);
      }
      return Map.of(
          "shapes", Tensor.of(shapes, 1, SHAPES, ROWS), "mouth", Tensor.of(mouth, 1, VALUES, ROWS));
    }

    private void fill(float[] values, int from, double largest) {
      int until = 0;
      for (int row = 0; row < ROWS; row++) {
        boolean jumps = row == until;
        values[from + row] =
            jumps ? (float) (largest * random.nextDouble()) : values[from + row - 1];
        until += jumps ? 1 + random.nextInt(30) : 0;
      }
    }

    @Override
    public void close() {}
  }
}
