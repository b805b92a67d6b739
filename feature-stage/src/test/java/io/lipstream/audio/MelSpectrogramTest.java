package io.lipstream.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withPrecision;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * Against vectors computed by another route (mel_reference.py), and against itself, cut anywhere.
 */
class MelSpectrogramTest {
  @Test
  void theEmbeddedNetworksFramesAreThoseOfTheReference() throws IOException {
    requireReference(MelParameters.embeddedSoundNetwork(), "mel-embedded.f32");
  }

  @Test
  void whispersFramesAreThoseOfTheReference() throws IOException {
    requireReference(MelParameters.whisper(), "mel-whisper.f32");
  }

  private static void requireReference(MelParameters parameters, String name) throws IOException {
    float[] expected = new float[resource(name).remaining() / 4];
    resource(name).asFloatBuffer().get(expected);
    List<float[]> frames = frames(parameters, input(), input().length);
    assertThat(frames).hasSize(expected.length / parameters.bands()).hasSize(61);
    for (int i = 0; i < frames.size(); i++) {
      int from = i * parameters.bands();
      assertThat(frames.get(i))
          .as("frame %d", i)
          .containsExactly(
              Arrays.copyOfRange(expected, from, from + parameters.bands()), withPrecision(1e-4f));
    }
  }

  @Property(tries = 60)
  void theCutMakesNoDifference(
      @ForAll @IntRange(min = 0, max = 9817) int length,
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 1500) Integer> pieces,
      @ForAll boolean whisper)
      throws IOException {
    MelParameters parameters =
        whisper ? MelParameters.whisper() : MelParameters.embeddedSoundNetwork();
    float[] samples = Arrays.copyOf(input(), length);
    List<float[]> whole = frames(parameters, samples, Math.max(1, length));
    List<float[]> cut = new ArrayList<>();
    MelSpectrogram spectrogram = new MelSpectrogram(parameters);
    int from = 0;
    for (int i = 0; from < length; i++) {
      int count = Math.min(pieces.get(i % pieces.size()), length - from);
      spectrogram.push(samples, from, count, frame -> cut.add(frame.clone()));
      from += count;
    }
    spectrogram.finish(frame -> cut.add(frame.clone()));
    assertThat(whole).hasSize((int) parameters.frameCount(length)).hasSize(length / 160);
    assertThat(cut.toArray(float[][]::new)).isDeepEqualTo(whole.toArray(float[][]::new));
  }

  @Test
  void aFrameSeesItsWindowAndNothingElse() throws IOException {
    float[] samples = input();
    List<float[]> before = frames(MelParameters.embeddedSoundNetwork(), samples, 512);
    samples[20 * 160 + 200] += 0.5f;
    List<float[]> after = frames(MelParameters.embeddedSoundNetwork(), samples, 512);
    for (int i = 0; i < before.size(); i++) {
      boolean sees = i == 21 || i == 22;
      assertThat(Arrays.equals(before.get(i), after.get(i))).as("frame %d", i).isEqualTo(!sees);
    }
  }

  @Test
  void silenceIsTheFloor() {
    List<float[]> frames = frames(MelParameters.embeddedSoundNetwork(), new float[1600], 1600);
    assertThat(frames).hasSize(10);
    for (float[] frame : frames) {
      for (float level : frame) {
        assertThat(level).isEqualTo((float) Math.log(1e-6));
      }
    }
  }

  @Test
  void noFrameAllocates() {
    MelSpectrogram spectrogram = new MelSpectrogram(MelParameters.embeddedSoundNetwork());
    float[] samples = new float[16_000];
    Random random = new Random(1);
    for (int i = 0; i < samples.length; i++) {
      samples[i] = random.nextFloat() - 0.5f;
    }
    float[] last = new float[1];
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    spectrogram.push(samples, 0, samples.length, frame -> last[0] = frame[0]);
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int second = 0; second < 20; second++) {
      spectrogram.push(samples, 0, samples.length, frame -> last[0] = frame[0]);
    }
    long bytesPerFrame = (threads.getCurrentThreadAllocatedBytes() - before) / 2000;
    assertThat(bytesPerFrame).isLessThan(64);
  }

  @Test
  void aStreamEndsOnce() {
    MelSpectrogram spectrogram = new MelSpectrogram(MelParameters.whisper());
    spectrogram.finish(frame -> {});
    assertThat(spectrogram.frameCount()).isZero();
    assertThatThrownBy(() -> spectrogram.push(new float[1], 0, 1, frame -> {}))
        .isInstanceOf(IllegalStateException.class);
  }

  private static List<float[]> frames(MelParameters parameters, float[] samples, int piece) {
    List<float[]> frames = new ArrayList<>();
    MelSpectrogram spectrogram = new MelSpectrogram(parameters);
    for (int from = 0; from < samples.length; from += piece) {
      int count = Math.min(piece, samples.length - from);
      spectrogram.push(samples, from, count, frame -> frames.add(frame.clone()));
    }
    spectrogram.finish(frame -> frames.add(frame.clone()));
    assertThat(spectrogram.frameCount()).isEqualTo(frames.size());
    return frames;
  }

  private static float[] input() throws IOException {
    ByteBuffer bytes = resource("mel-input.s16");
    float[] samples = new float[bytes.remaining() / 2];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = bytes.getShort() / 32768f;
    }
    return samples;
  }

  private static ByteBuffer resource(String name) throws IOException {
    try (InputStream in = MelSpectrogramTest.class.getResourceAsStream(name)) {
      return ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
    }
  }
}
