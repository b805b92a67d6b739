package io.lipstream.motion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.audio.MelParameters;
import io.lipstream.inference.OnnxNetwork;
import io.lipstream.pipeline.RenderParameters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MotionComposerTest {
  private static final int FPS = 25;

  private static OnnxNetwork network;

  @BeforeAll
  static void openNetwork() {
    network = OnnxNetwork.open("audio2mouth.onnx");
  }

  @AfterAll
  static void closeNetwork() {
    network.close();
  }

  @Test
  void theMouthMovesInSpeech() throws IOException {
    MotionTrack track = compose(Voices.speech(), parameters(1, 1, 0));

    double widest = max(track, MotionChannel.JAW_OPEN, 0, track.frames());
    double narrowest = min(track, MotionChannel.JAW_OPEN, 10, track.frames() - 15);
    assertThat(widest).isBetween(0.6, 1.25);
    assertThat(narrowest).isLessThan(0.15);
    assertThat(max(track, MotionChannel.LIP_ROUND, 0, track.frames())).isGreaterThan(0.3);
  }

  @Test
  void theLipsMeetAtBilabials() throws IOException {
    MotionTrack track = compose(Voices.speech(), parameters(1, 1, 0));

    // "He was not an ill disposed young man": p at 1.68 s, m at 2.34 s.
    for (double seconds : new double[] {1.68, 2.34}) {
      int frame = (int) (seconds * FPS);
      assertThat(max(track, MotionChannel.LIP_PRESS, frame - 1, frame + 2)).isGreaterThan(0.8);
      assertThat(min(track, MotionChannel.JAW_OPEN, frame - 1, frame + 2)).isLessThan(0.08);
    }
    double lips = largestStep(track, MotionChannel.JAW_OPEN);
    assertThat(largestStep(track, MotionChannel.CHIN_DOWN)).isLessThan(0.8 * lips);
  }

  @Test
  void allZeroSamplesLeaveTheMouthClosed() throws IOException {
    MotionTrack track = compose(Voices.silence(3), parameters(2, 1, 0));

    for (float value : track.rows()) {
      assertThat(value).isFinite();
    }
    assertThat(max(track, MotionChannel.JAW_OPEN, 0, 75)).isZero();
    assertThat(max(track, MotionChannel.LIP_WIDTH, 0, 75)).isZero();
    assertThat(min(track, MotionChannel.LIP_PRESS, 0, 75)).isGreaterThan(0.25);
  }

  @Test
  void whisperOfNoiseAloneLeavesTheMouthClosed() throws IOException {
    float[] noise = Voices.silence(2);
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (float) (4e-4 * (random.nextDouble() - .5));
    }

    MotionTrack track = compose(noise, parameters(1, 1, 0));

    assertThat(max(track, MotionChannel.JAW_OPEN, 0, track.frames())).isLessThan(0.05);
  }

  @Test
  void silenceInsideSpeechClosesTheMouthWhileHeadAndLidsGoOn() throws IOException {
    float[] speech = Voices.speech();
    MotionTrack track =
        compose(Voices.join(speech, Voices.silence(10), speech), parameters(1, 1, 3));

    int from = (int) (3.3 * FPS);
    int to = (int) (12.7 * FPS);
    assertThat(max(track, MotionChannel.JAW_OPEN, from, to)).isLessThan(0.03);
    assertThat(min(track, MotionChannel.LIP_PRESS, from, to)).isGreaterThan(0.25);
    assertThat(max(track, MotionChannel.BLINK, from, to)).isGreaterThan(0.7);
    assertThat(
            max(track, MotionChannel.HEAD_Y, from, to) - min(track, MotionChannel.HEAD_Y, from, to))
        .isGreaterThan(0.004);
    assertThat(max(track, MotionChannel.JAW_OPEN, (int) (13.2 * FPS), track.frames()))
        .isGreaterThan(0.5);
  }

  @Test
  void dynamicScaleOpensTheMouthFurtherEverywhere() throws IOException {
    MotionTrack weak = compose(Voices.speech(), parameters(0.5, 1, 0));
    MotionTrack plain = compose(Voices.speech(), parameters(1, 1, 0));
    MotionTrack strong = compose(Voices.speech(), parameters(2, 1, 0));

    for (int frame = 0; frame < plain.frames(); frame++) {
      float jaw = plain.value(frame, MotionChannel.JAW_OPEN);
      assertThat(weak.value(frame, MotionChannel.JAW_OPEN)).isLessThanOrEqualTo(jaw);
      assertThat(strong.value(frame, MotionChannel.JAW_OPEN)).isGreaterThanOrEqualTo(jaw);
      assertThat(strong.value(frame, MotionChannel.LIP_PRESS))
          .isEqualTo(plain.value(frame, MotionChannel.LIP_PRESS));
    }
  }

  @Test
  void motionScaleMovesTheHeadAndNothingElse() throws IOException {
    MotionTrack still = compose(Voices.speech(), parameters(1, 0, 7));
    MotionTrack moving = compose(Voices.speech(), parameters(1, 2, 7));

    for (int frame = 0; frame < still.frames(); frame++) {
      assertThat(still.value(frame, MotionChannel.HEAD_X)).isZero();
      assertThat(still.value(frame, MotionChannel.HEAD_ROLL)).isZero();
      assertThat(moving.value(frame, MotionChannel.JAW_OPEN))
          .isEqualTo(still.value(frame, MotionChannel.JAW_OPEN));
      assertThat(moving.value(frame, MotionChannel.BLINK))
          .isEqualTo(still.value(frame, MotionChannel.BLINK));
    }
    assertThat(max(moving, MotionChannel.HEAD_X, 0, moving.frames())).isGreaterThan(0.002);
  }

  @Test
  void theSeedDecidesHeadAndLidsAndRepeats() throws IOException {
    float[] first = compose(Voices.speech(), parameters(1, 1, 11)).rows();

    assertThat(compose(Voices.speech(), parameters(1, 1, 11)).rows()).isEqualTo(first);
    MotionTrack other = compose(Voices.speech(), parameters(1, 1, 12));
    MotionTrack one = new MotionTrack(first);
    assertThat(other.value(20, MotionChannel.HEAD_X))
        .isNotCloseTo(one.value(20, MotionChannel.HEAD_X), within(1e-6f));
    assertThat(other.value(20, MotionChannel.JAW_OPEN))
        .isEqualTo(one.value(20, MotionChannel.JAW_OPEN));
  }

  @Test
  void smoothingMakesTheJawCalmer() throws IOException {
    MotionTrack smooth = compose(Voices.speech(), parameters(1, 1, 0));
    RenderParameters rough =
        new RenderParameters(512, 0.2, 25, 1, 1, true, false, 0, FPS, false, 0);

    assertThat(roughness(smooth)).isLessThan(0.95 * roughness(compose(Voices.speech(), rough)));
  }

  /** But for what the voice was like before, which the hearing keeps. */
  @Test
  void aShiftInTimeIsAShiftOfTheRows() throws IOException {
    float[] speech = Voices.speech();
    float[] lead = new float[8 * Voices.RATE / FPS];
    System.arraycopy(speech, 0, lead, 0, lead.length);
    MotionTrack plain = compose(Voices.join(speech, lead), parameters(1, 1, 0));
    MotionTrack late = compose(Voices.join(lead, speech), parameters(1, 1, 0));

    for (int frame = 8; frame < plain.frames() - 24; frame++) {
      assertThat(late.value(frame + 8, MotionChannel.JAW_OPEN))
          .isCloseTo(plain.value(frame, MotionChannel.JAW_OPEN), within(0.08f));
    }
  }

  private MotionTrack compose(float[] samples, RenderParameters parameters) throws IOException {
    MouthOfVoice voice =
        new MouthOfVoice(
            Voices.inPieces(samples, () -> 4000), MelParameters.embeddedSoundNetwork(), network);
    ByteArrayOutputStream rows = new ByteArrayOutputStream();
    double seconds = (double) samples.length / Voices.RATE;
    int frames = new MotionComposer(parameters, 0).compose(voice, () -> seconds, rows);
    MotionTrack track = MotionFormat.read(rows.toByteArray());
    assertThat(track.frames()).isEqualTo(frames).isEqualTo(FrameCount.of(seconds, FPS));
    return track;
  }

  private static RenderParameters parameters(double dynamicScale, double motionScale, int seed) {
    return new RenderParameters(
        512, 0.2, 25, dynamicScale, motionScale, true, true, seed, FPS, false, 0);
  }

  /** How much the jaw changes its pace, in all. */
  private static double roughness(MotionTrack track) {
    return IntStream.range(2, track.frames())
        .mapToDouble(
            i ->
                Math.abs(
                    track.value(i, MotionChannel.JAW_OPEN)
                        - 2 * track.value(i - 1, MotionChannel.JAW_OPEN)
                        + track.value(i - 2, MotionChannel.JAW_OPEN)))
        .sum();
  }

  private static double largestStep(MotionTrack track, MotionChannel channel) {
    return IntStream.range(1, track.frames())
        .mapToDouble(i -> Math.abs(track.value(i, channel) - track.value(i - 1, channel)))
        .max()
        .orElseThrow();
  }

  private static double max(MotionTrack track, MotionChannel channel, int from, int to) {
    return IntStream.range(from, to).mapToDouble(i -> track.value(i, channel)).max().orElseThrow();
  }

  private static double min(MotionTrack track, MotionChannel channel, int from, int to) {
    return IntStream.range(from, to).mapToDouble(i -> track.value(i, channel)).min().orElseThrow();
  }
}
