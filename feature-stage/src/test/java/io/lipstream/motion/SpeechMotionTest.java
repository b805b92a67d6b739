package io.lipstream.motion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.audio.AudioLimits;
import io.lipstream.audio.MelParameters;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.OnnxNetwork;
import io.lipstream.pipeline.RenderParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpeechMotionTest {
  private static final double LATENCY = 0.005;

  private static OnnxNetwork network;

  @TempDir private Path folder;

  @BeforeAll
  static void openNetwork() {
    network = OnnxNetwork.open("audio2mouth.onnx");
  }

  @AfterAll
  static void closeNetwork() {
    network.close();
  }

  @ParameterizedTest
  @CsvSource({
    "6.70, 25, 168",
    "6.23, 25, 156",
    "6.72, 25, 168",
    "6.70, 30, 201",
    "0.04, 25, 1",
    "2.00, 60, 120",
    "1.01, 10, 11"
  })
  void everyStartedFrameHasARow(double seconds, int fps, int frames) throws IOException {
    Path rows = folder.resolve("rows");

    MotionPlan plan = motion("fail").plan(cut(seconds), parameters(fps), Double.NaN, rows);

    assertThat(plan.frames()).isEqualTo(frames);
    assertThat(plan.seconds()).isCloseTo(seconds, within(1e-4));
    assertThat(plan.warnings()).isEmpty();
    assertThat(Files.size(rows)).isEqualTo(MotionFormat.offset(frames));
  }

  @Test
  void anyRangeOfRowsIsReadAlone() throws IOException {
    Path rows = folder.resolve("rows");
    motion("fail").plan(cut(2), parameters(25), Double.NaN, rows);

    MotionTrack whole = MotionFormat.read(Files.readAllBytes(rows));
    MotionTrack part = MotionFormat.read(rows, 13, 29);

    assertThat(part.rows())
        .isEqualTo(
            Arrays.copyOfRange(whole.rows(), 13 * MotionChannel.COUNT, 29 * MotionChannel.COUNT));
    assertThat(MotionFormat.write(whole)).isEqualTo(Files.readAllBytes(rows));
    assertThatThrownBy(() -> MotionFormat.read(rows, 40, 51))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("40 to 51");
  }

  @Test
  void theSameVoiceGivesTheSameBytes() throws IOException {
    Path voice = cut(2.5);

    motion("fail").plan(voice, parameters(25), Double.NaN, folder.resolve("one"));
    motion("fail").plan(voice, parameters(25), Double.NaN, folder.resolve("two"));

    assertThat(folder.resolve("two")).hasSameBinaryContentAs(folder.resolve("one"));
  }

  @Test
  void theRowsAreThoseOfAnIndependentSpectrogram() throws IOException {
    float[] samples = Voices.speech();
    Path rows = folder.resolve("rows");
    motion("fail")
        .plan(Voices.write(folder.resolve("v.wav"), samples), parameters(25), Double.NaN, rows);

    MotionTrack track = MotionFormat.read(Files.readAllBytes(rows));
    List<float[]> mouth = new ArrayList<>();
    SoundNetwork sound = new SoundNetwork(network, ReferenceMel.BANDS);
    for (float[] frame : ReferenceMel.frames(samples)) {
      sound.add(frame, mouth::add);
    }
    sound.finish(mouth::add);
    assertThat(mouth).hasSize(samples.length / ReferenceMel.HOP);
    double[] jaw = followed(mouth, MotionChannel.CHIN_DOWN, 0.0625);
    double[] lips = followed(mouth, MotionChannel.JAW_OPEN, 0.09375);
    for (int frame = 0; frame < track.frames() - 2; frame++) {
      double place = ((frame + .5) / 25 + LATENCY) * 100;
      assertThat(track.value(frame, MotionChannel.CHIN_DOWN))
          .isCloseTo((float) between(jaw, place), within(2e-3f));
      assertThat(track.value(frame, MotionChannel.JAW_OPEN))
          .isCloseTo(
              (float)
                  between(
                      IntStream.range(0, jaw.length)
                          .mapToDouble(i -> Math.min(jaw[i], lips[i]))
                          .toArray(),
                      place),
              within(2e-3f));
    }
  }

  /** A channel that goes after what the rows ask for, by so much a row, three rows ahead. */
  private static double[] followed(List<float[]> rows, MotionChannel channel, double step) {
    double[] wanted =
        rows.stream()
            .mapToDouble(
                mouth -> {
                  float[] row = new float[MotionChannel.COUNT];
                  new LipMotion(1).write(mouth, row);
                  return row[channel.ordinal()];
                })
            .toArray();
    double[] followed = new double[wanted.length];
    double value = 0;
    for (int i = 0; i < wanted.length; i++) {
      double low = 9;
      double high = -9;
      for (int ahead = 0; ahead < 4; ahead++) {
        double then = wanted[Math.min(wanted.length - 1, i + ahead)];
        low = Math.min(low, then + step * ahead);
        high = Math.max(high, then - step * ahead);
      }
      value += Math.max(-step, Math.min(step, (low + high) / 2 - value));
      followed[i] = value;
    }
    return followed;
  }

  private static double between(double[] rows, double place) {
    int row = (int) place;
    return rows[row] + (place - row) * (rows[row + 1] - rows[row]);
  }

  @Test
  void refinementTakesTheNetworksLatencyOut() throws IOException {
    MotionSettings late = new MotionSettings(0.1, true, 0.04);
    RenderParameters refined = parameters(25);
    RenderParameters plain = new RenderParameters(512, 0.2, 25, 1, 1, false, true, 0, 25, false, 0);
    Path voice = cut(2.9);

    MotionTrack shifted = rows(late, voice, refined);
    MotionTrack unshifted = rows(late, voice, plain);

    // 40 ms are one frame.
    for (int frame = 2; frame < 70; frame++) {
      assertThat(shifted.value(frame, MotionChannel.JAW_OPEN))
          .isCloseTo(unshifted.value(frame + 1, MotionChannel.JAW_OPEN), within(1e-5f));
    }
  }

  @Test
  void aDeclaredDurationMayDifferByATenthOfASecond() throws IOException {
    Path voice = cut(2);

    assertThat(motion("fail").plan(voice, parameters(25), 2.09, folder.resolve("r")).warnings())
        .isEmpty();
    assertThatThrownBy(
            () -> motion("fail").plan(voice, parameters(25), 10_000, folder.resolve("r")))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DURATION_MISMATCH))
        .hasMessageContaining("10000.000 s")
        .hasMessageContaining("2.000 s");
  }

  @Test
  void byConfigurationTheVoiceRulesAndTheJobIsWarned() throws IOException {
    MotionPlan plan = motion("warn").plan(cut(2), parameters(25), 3, folder.resolve("r"));

    assertThat(plan.frames()).isEqualTo(50);
    assertThat(plan.warnings()).singleElement().asString().contains("the voice rules");
  }

  @Test
  void leavesNothingButTheRows() throws IOException {
    Path voice = cut(1);
    motion("fail").plan(voice, parameters(25), Double.NaN, folder.resolve("rows"));
    Path broken = Files.writeString(folder.resolve("broken.wav"), "not audio at all");
    assertThatThrownBy(
            () -> motion("fail").plan(broken, parameters(25), Double.NaN, folder.resolve("none")))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.AUDIO_UNREADABLE));

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactlyInAnyOrder(voice, broken, folder.resolve("rows"));
    }
  }

  @Test
  void memoryDoesNotDependOnTheLength() throws IOException {
    float[] speech = Voices.speech();
    float[][] parts = new float[60][];
    Arrays.fill(parts, speech);
    Path voice = Voices.write(folder.resolve("long.wav"), Voices.join(parts));
    CountingNetwork counting = new CountingNetwork(network);

    MotionPlan plan =
        new SpeechMotion(
                MotionSettings.defaults(),
                AudioLimits.defaults(),
                MelParameters.embeddedSoundNetwork(),
                counting)
            .plan(voice, parameters(25), Double.NaN, folder.resolve("rows"));

    assertThat(plan.seconds()).isGreaterThan(170);
    assertThat(counting.longest()).isEqualTo(SoundNetwork.WINDOW);
    int step = SoundNetwork.WINDOW - SoundNetwork.BEFORE - SoundNetwork.AHEAD;
    assertThat(counting.runs()).isEqualTo((int) Math.ceil(plan.seconds() * 100 / step));
  }

  private MotionTrack rows(MotionSettings settings, Path voice, RenderParameters parameters)
      throws IOException {
    Path rows = folder.resolve("rows");
    motion(settings).plan(voice, parameters, Double.NaN, rows);
    return MotionFormat.read(Files.readAllBytes(rows));
  }

  private static SpeechMotion motion(String mismatch) {
    return motion(new MotionSettings(0.1, mismatch.equals("fail"), LATENCY));
  }

  private static SpeechMotion motion(MotionSettings settings) {
    return new SpeechMotion(
        settings, AudioLimits.defaults(), MelParameters.embeddedSoundNetwork(), network);
  }

  /** So much of the speech, repeated where it is too short. */
  private Path cut(double seconds) throws IOException {
    float[] speech = Voices.speech();
    float[] repeated = Voices.join(speech, speech, speech);
    return Voices.write(
        folder.resolve("voice.wav"),
        Arrays.copyOf(repeated, (int) Math.round(seconds * Voices.RATE)));
  }

  private static RenderParameters parameters(int fps) {
    return new RenderParameters(512, 0.2, 25, 1, 1, true, true, 0, fps, false, 0);
  }
}
