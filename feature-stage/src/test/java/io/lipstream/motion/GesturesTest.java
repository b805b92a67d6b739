package io.lipstream.motion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.audio.MelParameters;
import io.lipstream.inference.OnnxNetwork;
import io.lipstream.pipeline.RenderParameters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GesturesTest {
  private static final int FPS = 25;
  private static final int SAMPLES_A_FRAME = Voices.RATE / FPS;
  private static final MotionChannel[] FREE = {
    MotionChannel.BROW_RAISE, MotionChannel.GAZE_X, MotionChannel.GAZE_Y, MotionChannel.HEAD_Y
  };

  private static OnnxNetwork network;

  @BeforeAll
  static void openNetwork() {
    network = OnnxNetwork.open("audio2mouth.onnx");
  }

  @AfterAll
  static void closeNetwork() {
    network.close();
  }

  /** Against the energy of the samples themselves; what comes a third of a second late does not. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void browsAndNodsFollowTheStressOfTheVoice(int seed) throws IOException {
    float[] speech = Voices.speech();
    float[] voice = Voices.join(speech, speech, speech, speech);
    MotionTrack track = compose(voice, parameters(1, seed), () -> 4000);
    double[] energy = energy(voice);
    double[] brows = values(track, MotionChannel.BROW_RAISE);
    double[] nods = without(track, MotionChannel.HEAD_Y, seed);

    assertThat(correlation(brows, energy, 2)).isGreaterThan(0.6);
    assertThat(correlation(nods, energy, 2)).isGreaterThan(0.35);
    assertThat(correlation(brows, energy, 8)).isLessThan(0.3);
    assertThat(correlation(nods, energy, 8)).isLessThan(0.1);
  }

  /** The words are the same; only which of them are said with force differs. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theWordsThatAreSaidWithForceLiftTheBrows(boolean firstHalf) throws IOException {
    float[] speech = Voices.speech();
    float[] quiet = Voices.louder(speech, -9);
    int half = (int) (1.5 * Voices.RATE);
    float[] stressed = (firstHalf ? speech : quiet).clone();
    System.arraycopy(firstHalf ? quiet : speech, half, stressed, half, speech.length - half);

    MotionTrack track =
        compose(Voices.join(speech, stressed, stressed), parameters(1, 5), () -> 4000);

    int start = 2 * speech.length / SAMPLES_A_FRAME;
    double first = mean(track, MotionChannel.BROW_RAISE, start + 10, start + 36);
    double second = mean(track, MotionChannel.BROW_RAISE, start + 42, start + 68);
    assertThat(firstHalf ? first / second : second / first).isGreaterThan(1.5);
  }

  @Test
  void aPhraseEndsWithTheEyesAwayAndTheHeadDown() throws IOException {
    float[] voice = Voices.join(Voices.speech(), Voices.silence(4), Voices.speech());
    int end = 3 * FPS;
    double away = 0;
    double later = 0;
    double head = 0;
    for (int seed = 0; seed < 12; seed++) {
      MotionTrack track = compose(voice, parameters(1, seed), () -> 4000);
      away += meanSize(track, MotionChannel.GAZE_X, end + 5, end + 25);
      later += meanSize(track, MotionChannel.GAZE_X, end + 75, end + 95);
      double[] nods = without(track, MotionChannel.HEAD_Y, seed);
      head += Arrays.stream(nods, end + 5, end + 25).average().orElseThrow() / 12;
      assertThat(mean(track, MotionChannel.BROW_RAISE, 7 * FPS + 4, 7 * FPS + 12))
          .as("brows at the beginning of a phrase")
          .isGreaterThan(0.1);
    }
    assertThat(away).isGreaterThan(1.5 * later);
    assertThat(head).isGreaterThan(0.002);
  }

  @Test
  void inSilenceOnlyTheEyesWanderALittleWhileBreathAndLidsGoOn() throws IOException {
    MotionTrack track = compose(Voices.silence(20), parameters(1, 4), () -> 4000);
    double[] nods = without(track, MotionChannel.HEAD_Y, 4);

    for (int frame = 0; frame < track.frames(); frame++) {
      assertThat(track.value(frame, MotionChannel.BROW_RAISE)).isCloseTo(0f, within(1e-3f));
      assertThat(nods[frame]).isCloseTo(0, within(1e-4));
      assertThat(track.value(frame, MotionChannel.GAZE_X)).isBetween(-0.11f, 0.11f);
    }
    assertThat(range(track, MotionChannel.GAZE_X)).isGreaterThan(0.05);
    assertThat(range(track, MotionChannel.HEAD_Y)).isGreaterThan(0.004);
    assertThat(range(track, MotionChannel.BLINK)).isGreaterThan(0.7);
  }

  @Test
  void theSeedRepeatsAndAnotherDiffersInEveryFreeChannel() throws IOException {
    float[] voice = Voices.speech();
    MotionTrack one = compose(voice, parameters(1, 21), () -> 4000);
    MotionTrack again = compose(voice, parameters(1, 21), () -> 4000);
    MotionTrack other = compose(voice, parameters(1, 22), () -> 4000);

    assertThat(again.rows()).isEqualTo(one.rows());
    for (MotionChannel channel : FREE) {
      assertThat(largestDifference(values(one, channel), values(other, channel)))
          .describedAs("%s", channel)
          .isGreaterThan(0.004);
    }
  }

  /** A voice that says the same again and again is not nodded to in the same way. */
  @Test
  void nothingLoops() throws IOException {
    float[] speech = Voices.speech();
    float[] sentence = Arrays.copyOf(speech, speech.length / SAMPLES_A_FRAME * SAMPLES_A_FRAME);
    float[][] parts = new float[8][];
    Arrays.fill(parts, sentence);
    MotionTrack track = compose(Voices.join(parts), parameters(1, 3), () -> 4000);
    int period = sentence.length / SAMPLES_A_FRAME;

    for (MotionChannel channel : FREE) {
      double[] values = values(track, channel);
      for (int one = 1; one < parts.length; one++) {
        for (int other = one + 1; other < parts.length; other++) {
          assertThat(
                  largestDifference(
                      Arrays.copyOfRange(values, one * period, (one + 1) * period),
                      Arrays.copyOfRange(values, other * period, (other + 1) * period)))
              .describedAs("%s, sentences %d and %d", channel, one, other)
              .isGreaterThan(0.002);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void everyChannelIsTheSameHoweverTheVoiceIsCut(long seed) throws IOException {
    float[] voice = Voices.join(Voices.speech(), Voices.noise(0.8, -50, seed), Voices.speech());
    SplittableRandom random = new SplittableRandom(seed);
    int longest = 1 << (4 + random.nextInt(10));

    float[] whole = compose(voice, parameters(1, 9), () -> voice.length).rows();
    float[] cut = compose(voice, parameters(1, 9), () -> random.nextInt(longest + 1)).rows();

    assertThat(cut).containsExactly(whole, within(1e-4f));
  }

  /** Of what is to be said, 200 ms are heard and no more. */
  @ParameterizedTest
  @ValueSource(doubles = {0.7, 1.3, 2.1})
  void nothingIsHeardMoreThanAFifthOfASecondAhead(double seconds) throws IOException {
    float[] speech = Voices.speech();
    float[] other = speech.clone();
    int from = (int) (seconds * Voices.RATE);
    Arrays.fill(other, from, other.length, 0);

    float[] rows = compose(speech, parameters(1, 9), () -> 4000).rows();
    float[] changed = compose(other, parameters(1, 9), () -> 4000).rows();

    int same = (int) Math.floor((seconds - 0.2) * FPS) * MotionChannel.COUNT;
    assertThat(Arrays.copyOf(changed, same))
        .containsExactly(Arrays.copyOf(rows, same), within(1e-5f));
    assertThat(changed).isNotEqualTo(rows);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void gesturesAreSmallAndDoNotJump(int seed) throws IOException {
    float[] voice = Voices.join(Voices.speech(), Voices.silence(1), Voices.speech());
    MotionTrack track = compose(voice, parameters(1, seed), () -> 4000);

    assertThat(Arrays.stream(values(track, MotionChannel.BROW_RAISE)))
        .allMatch(value -> value >= 0 && value < 0.8);
    assertThat(Arrays.stream(values(track, MotionChannel.GAZE_X)))
        .allMatch(value -> Math.abs(value) < 0.6);
    assertThat(Arrays.stream(values(track, MotionChannel.HEAD_Y)))
        .allMatch(value -> Math.abs(value) < 0.027);
    for (int frame = 1; frame < track.frames(); frame++) {
      assertThat(step(track, frame, MotionChannel.BROW_RAISE)).isLessThan(0.12);
      assertThat(step(track, frame, MotionChannel.HEAD_Y)).isLessThan(0.004);
      assertThat(step(track, frame, MotionChannel.HEAD_X)).isLessThan(0.004);
    }
  }

  /**
   * Share of each frame's neighbourhood of 160 ms in the energy of the loudest, in dB, over −15.
   */
  private static double[] energy(float[] voice) {
    double[] energy = new double[voice.length / SAMPLES_A_FRAME];
    for (int frame = 0; frame < energy.length; frame++) {
      for (int i = Math.max(0, (frame - 1) * SAMPLES_A_FRAME);
          i < Math.min(voice.length, (frame + 3) * SAMPLES_A_FRAME);
          i++) {
        energy[frame] += voice[i] * voice[i];
      }
    }
    double loudest = Arrays.stream(energy).max().orElseThrow();
    return Arrays.stream(energy)
        .map(value -> Math.max(0, 15 + 10 * Math.log10((value + 1e-12) / loudest)))
        .toArray();
  }

  /** What is left of a channel when the sway that goes on without a voice is taken away. */
  private static double[] without(MotionTrack track, MotionChannel channel, int seed) {
    HeadSway sway = new HeadSway(new SplittableRandom(seed).split(), 1);
    return IntStream.range(0, track.frames())
        .mapToDouble(
            frame -> {
              float[] row = new float[MotionChannel.COUNT];
              sway.write((frame + .5) / FPS, row);
              return track.value(frame, channel) - row[channel.ordinal()];
            })
        .toArray();
  }

  /** Of one with what the other was so many frames before. */
  private static double correlation(double[] one, double[] other, int late) {
    int count = Math.min(one.length, other.length) - late;
    double[] a = Arrays.copyOfRange(one, late, late + count);
    double[] b = Arrays.copyOf(other, count);
    double meanA = Arrays.stream(a).average().orElseThrow();
    double meanB = Arrays.stream(b).average().orElseThrow();
    double product = 0;
    double squareA = 0;
    double squareB = 0;
    for (int i = 0; i < count; i++) {
      product += (a[i] - meanA) * (b[i] - meanB);
      squareA += (a[i] - meanA) * (a[i] - meanA);
      squareB += (b[i] - meanB) * (b[i] - meanB);
    }
    return product / Math.sqrt(squareA * squareB);
  }

  private static double[] values(MotionTrack track, MotionChannel channel) {
    return IntStream.range(0, track.frames()).mapToDouble(i -> track.value(i, channel)).toArray();
  }

  private static double mean(MotionTrack track, MotionChannel channel, int from, int to) {
    return Arrays.stream(values(track, channel), from, to).average().orElseThrow();
  }

  private static double meanSize(MotionTrack track, MotionChannel channel, int from, int to) {
    return Arrays.stream(values(track, channel), from, to).map(Math::abs).average().orElseThrow();
  }

  private static double range(MotionTrack track, MotionChannel channel) {
    double[] values = values(track, channel);
    return Arrays.stream(values).max().orElseThrow() - Arrays.stream(values).min().orElseThrow();
  }

  private static double step(MotionTrack track, int frame, MotionChannel channel) {
    return Math.abs(track.value(frame, channel) - track.value(frame - 1, channel));
  }

  private static double largestDifference(double[] one, double[] other) {
    return IntStream.range(0, one.length)
        .mapToDouble(i -> Math.abs(one[i] - other[i]))
        .max()
        .orElseThrow();
  }

  private static MotionTrack compose(
      float[] samples, RenderParameters parameters, IntSupplier lengths) throws IOException {
    MouthOfVoice voice =
        new MouthOfVoice(
            Voices.inPieces(samples, lengths), MelParameters.embeddedSoundNetwork(), network);
    ByteArrayOutputStream rows = new ByteArrayOutputStream();
    double seconds = (double) samples.length / Voices.RATE;
    new MotionComposer(parameters, 0).compose(voice, () -> seconds, rows);
    return MotionFormat.read(rows.toByteArray());
  }

  private static RenderParameters parameters(double motionScale, int seed) {
    return new RenderParameters(512, 0.2, 25, 1, motionScale, true, true, seed, FPS, false, 0);
  }
}
