package io.lipstream.motion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.audio.MelParameters;
import io.lipstream.inference.OnnxNetwork;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MouthOfVoiceTest {
  private static final Path TAUGHT = Path.of("src/test/resources/io/lipstream/motion");

  private static OnnxNetwork network;

  @BeforeAll
  static void openNetwork() {
    network = OnnxNetwork.open("audio2mouth.onnx");
  }

  @AfterAll
  static void closeNetwork() {
    network.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void theRowsAreTheSameHoweverTheSamplesAreCut(long seed) throws IOException {
    float[] samples = Voices.join(Voices.speech(), Voices.noise(0.7, -50, seed), Voices.speech());
    SplittableRandom random = new SplittableRandom(seed);
    int longest = 1 << (2 + random.nextInt(12));

    List<float[]> whole = rows(samples, () -> samples.length);
    List<float[]> cut = rows(samples, () -> random.nextInt(longest + 1));

    assertThat(cut).hasSameSizeAs(whole).hasSize(samples.length / 160);
    for (int frame = 0; frame < whole.size(); frame++) {
      for (int value = 0; value < MouthValues.COUNT; value++) {
        assertThat(cut.get(frame)[value]).isCloseTo(whole.get(frame)[value], within(1e-4f));
      }
    }
  }

  /** The lengths at which the last window is nearly empty, full, or leaves a row for another. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 13, 14, 15, 186, 199, 200, 201, 213, 214, 215, 400, 401})
  void aVoiceOfAnyLengthHasARowAFrame(int frames) throws IOException {
    float[] speech = Voices.join(Voices.speech(), Voices.speech());
    float[] samples = Arrays.copyOf(speech, 160 * frames);

    List<float[]> rows = rows(samples, () -> 700);

    assertThat(rows).hasSize(frames);
    List<float[]> longer = rows(speech, () -> 700);
    for (int frame = 0; frame < frames - SoundNetwork.AHEAD - 2; frame++) {
      assertThat(rows.get(frame)).containsExactly(longer.get(frame), within(1e-4f));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1.0, 1.63, 2.4})
  void nothingIsHeardMoreThanASixthOfASecondAhead(double seconds) throws IOException {
    float[] speech = Voices.speech();
    float[] other = speech.clone();
    float[] noise = Voices.noise(3, -10, 9);
    for (int i = (int) (seconds * Voices.RATE); i < other.length; i++) {
      other[i] = noise[i];
    }

    List<float[]> rows = rows(speech, () -> 4096);
    List<float[]> changed = rows(other, () -> 4096);

    int last = (int) Math.floor((seconds - 0.155) * MouthOfVoice.FRAMES_A_SECOND);
    for (int frame = 0; frame <= last; frame++) {
      assertThat(changed.get(frame)).containsExactly(rows.get(frame), within(1e-6f));
    }
    assertThat(changed.get(last + 14)).isNotEqualTo(rows.get(last + 14));
  }

  /** Against the rows that the training gave for this recording when it wrote the network. */
  @Test
  void theNetworkHearsWhatItWasTaughtWith() throws IOException {
    ByteBuffer taught =
        ByteBuffer.wrap(Files.readAllBytes(TAUGHT.resolve("mouth-austen-0880.f32")))
            .order(ByteOrder.LITTLE_ENDIAN);

    List<float[]> rows = rows(Voices.speech(), () -> 1000);

    assertThat(taught.remaining()).isEqualTo(rows.size() * 6 * Float.BYTES);
    for (float[] row : rows) {
      for (int value = 0; value < 6; value++) {
        assertThat(row[value]).isCloseTo(taught.getFloat(), within(2e-3f));
      }
    }
  }

  @Test
  void rowsThatAreGoneAreRefused() throws IOException {
    float[] speech = Voices.speech();
    float[] samples = Voices.join(speech, speech, speech);
    MouthOfVoice voice = voice(samples, () -> 8000);

    assertThat(voice.has(samples.length / 160 - 1)).isTrue();
    assertThat(voice.has(samples.length / 160)).isFalse();
    assertThat(voice.frames()).isEqualTo(samples.length / 160);
    assertThat(voice.row(voice.frames() - 1)).hasSize(MouthValues.COUNT);
    assertThatThrownBy(() -> voice.row(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("frame 0");
  }

  private static MouthOfVoice voice(float[] samples, IntSupplier lengths) {
    return new MouthOfVoice(
        Voices.inPieces(samples, lengths), MelParameters.embeddedSoundNetwork(), network);
  }

  private static List<float[]> rows(float[] samples, IntSupplier lengths) {
    MouthOfVoice voice = voice(samples, lengths);
    List<float[]> rows = new ArrayList<>();
    while (voice.has(rows.size())) {
      rows.add(voice.row(rows.size()));
    }
    return rows;
  }
}
