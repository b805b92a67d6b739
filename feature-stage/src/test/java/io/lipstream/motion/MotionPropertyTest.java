package io.lipstream.motion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MotionPropertyTest {
  @Property
  void framesAreTheCeilingOfSamplesTimesRate(
      @ForAll @LongRange(min = 1, max = 600L * 48_000) long samples,
      @ForAll @IntRange(min = 8000, max = 48_000) int sampleRate,
      @ForAll @IntRange(min = 10, max = 60) int fps) {
    long exact = (samples * fps + sampleRate - 1) / sampleRate;

    assertThat(FrameCount.of((double) samples / sampleRate, fps)).isEqualTo((int) exact);
  }

  @Test
  void theLeastThatSamplesCanBeOverWholeFramesIsAnotherFrame() {
    int sampleRate = 47_999;
    int fps = 10;
    long samples = 1;
    while (samples * fps % sampleRate != 1) {
      samples++;
    }
    int whole = (int) (samples * fps / sampleRate);

    assertThat(FrameCount.of((double) samples / sampleRate, fps)).isEqualTo(whole + 1);
  }

  @Property
  void lipsStayWithinWhatThePortraitCanShow(
      @ForAll @Size(MouthValues.COUNT) float[] drawn,
      @ForAll @FloatRange(min = 0.5f, max = 2) float strength) {
    float[] mouth = new float[MouthValues.COUNT];
    for (int i = 0; i < mouth.length; i++) {
      mouth[i] = Math.abs(drawn[i] % 1);
    }
    float[] row = new float[MotionChannel.COUNT];

    new LipMotion(strength).write(mouth, row);

    for (float value : row) {
      assertThat(value).isBetween(0f, 1.25f);
    }
  }

  @Property
  void silenceAloneClosesTheMouth(
      @ForAll @FloatRange(min = 0, max = 1) float open,
      @ForAll @FloatRange(min = 0.9f, max = 1) float silence) {
    float[] row = new float[MotionChannel.COUNT];

    new LipMotion(2).write(new float[] {open, 1, 1, 0, 1, 1, silence}, row);

    assertThat(row[MotionChannel.JAW_OPEN.ordinal()]).isLessThan(1e-6f);
    assertThat(row[MotionChannel.LIP_PRESS.ordinal()]).isGreaterThan(0.25f);
  }

  @Property(tries = 50)
  void blinksComeAtNaturalIntervalsAndNeverInStep(@ForAll long seed) {
    Blinks blinks = new Blinks(new SplittableRandom(seed));
    int count = 0;
    double last = Double.NaN;
    double shortest = Double.MAX_VALUE;
    double longest = 0;
    boolean closed = false;
    for (int frame = 0; frame < 25 * 300; frame++) {
      double lid = blinks.at((frame + .5) / 25);
      assertThat(lid).isBetween(0.0, 1.0);
      if (lid > 0.5 && !closed) {
        count++;
        double now = frame / 25.0;
        if (!Double.isNaN(last)) {
          shortest = Math.min(shortest, now - last);
          longest = Math.max(longest, now - last);
        }
        last = now;
      }
      closed = lid > 0.5;
    }
    assertThat(count).describedAs("blinks in five minutes").isBetween(45, 130);
    assertThat(longest).isLessThan(9);
    assertThat(longest).isGreaterThan(1.5 * shortest);
  }

  @Property(tries = 50)
  void theHeadNeverLeavesItsPlaceAndNeverJumps(@ForAll long seed) {
    HeadSway head = new HeadSway(new SplittableRandom(seed), 1);
    float[] last = new float[MotionChannel.COUNT];
    head.write(0, last);
    for (int frame = 1; frame < 25 * 60; frame++) {
      float[] row = new float[MotionChannel.COUNT];
      head.write(frame / 25.0, row);
      for (int channel = 0; channel < row.length; channel++) {
        assertThat(row[channel]).isBetween(-0.02f, 0.02f);
        assertThat(Math.abs(row[channel] - last[channel])).isLessThan(0.002f);
      }
      last = row;
    }
  }
}
