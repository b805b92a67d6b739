package io.lipstream.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.audio.AudioLimits;
import io.lipstream.inspection.InspectedAudio;
import io.lipstream.inspection.VideoInspection;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When and in which channel each sound is heard again. */
class SoundtrackTimingTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "8000, 1, 8000, 1",
    "11025, 2, 11025, 2",
    "16000, 1, 16000, 1",
    "22050, 1, 22050, 1",
    "44100, 2, 44100, 2",
    "48000, 2, 48000, 2",
    "96000, 2, 48000, 2",
    "48000, 6, 48000, 2",
    "10000, 1, 11025, 1"
  })
  void aClickIsHeardWhenItWasMade(int rate, int channels, int expectedRate, int expectedChannels)
      throws IOException {
    double madeAt = 0.73;
    Path voice = Waves.click(folder.resolve("v.wav"), rate, channels, rate, madeAt);

    VideoInspection clip = assemble(voice, 30, 30);
    InspectedAudio audio = clip.audio().orElseThrow();

    assertThat(audio.sampleRate()).isEqualTo(expectedRate);
    assertThat(audio.channels()).isEqualTo(expectedChannels);
    assertThat(audio.startSeconds()).isZero();
    assertThat(audio.skippedSeconds()).isEqualTo(1024.0 / expectedRate);
    double heardAt = loudest(clip.sound(), expectedChannels) / (double) expectedRate;
    assertThat(Math.abs(heardAt - madeAt)).isLessThan(Math.max(0.0005, 1.5 / expectedRate));
  }

  @Test
  void leftStaysLeft() throws IOException {
    Path voice = Waves.tone(folder.resolve("v.wav"), 48_000, 2, 48_000, 0);

    float[] sound = assemble(voice, 25, 25).sound();

    assertThat(amplitude(sound, 0, 400)).isBetween(0.45, 0.55);
    assertThat(amplitude(sound, 1, 400)).isLessThan(0.01);
    assertThat(amplitude(sound, 1, 700)).isBetween(0.45, 0.55);
    assertThat(amplitude(sound, 0, 700)).isLessThan(0.01);
  }

  @Test
  void aClickBeforeTheCutIsStillHeard() throws IOException {
    int rate = 44_100;
    Path voice = Waves.click(folder.resolve("v.wav"), rate, 1, 3 * rate, 0.99);

    float[] sound = assemble(voice, 17, 17).sound();

    assertThat(sound).hasSize(rate);
    assertThat(loudest(sound, 1) / (double) rate).isBetween(0.9895, 0.9905);
  }

  @Test
  void aLowerBitRateGivesASmallerFile() throws IOException {
    Path voice = Waves.noise(folder.resolve("v.wav"), 48_000, 96_000);

    long fine = assembled(voice, 50, 25, 128_000).size();
    long coarse = assembled(voice, 50, 25, 32_000).size();

    assertThat(fine - coarse).isBetween(2 * 80_000L / 8, 2 * 110_000L / 8);
  }

  private VideoInspection assemble(Path voice, int frames, int framesPerSecond) {
    assembled(voice, frames, framesPerSecond, 96_000);
    return VideoInspection.of(folder.resolve("clip.mp4"));
  }

  private AssembledClip assembled(Path voice, int frames, int framesPerSecond, int bitRate) {
    var pieces = Pieces.of(frames, 24, framesPerSecond);
    return new ClipAssembler(AudioLimits.defaults(), new AssemblySettings(bitRate))
        .assemble(
            pieces::get,
            pieces.size(),
            voice,
            new ClipShape(Pieces.WIDTH, Pieces.HEIGHT, frames, framesPerSecond),
            folder.resolve("clip.mp4"));
  }

  private static int loudest(float[] sound, int channels) {
    int loudest = 0;
    for (int i = 0; i < sound.length; i++) {
      loudest = Math.abs(sound[i]) > Math.abs(sound[loudest]) ? i : loudest;
    }
    return loudest / channels;
  }

  /** Of one frequency in one of two channels, by correlation. */
  private static double amplitude(float[] sound, int channel, double frequency) {
    double sine = 0;
    double cosine = 0;
    for (int i = 0; i < 48_000; i++) {
      double phase = 2 * Math.PI * frequency * i / 48_000;
      sine += sound[2 * i + channel] * Math.sin(phase);
      cosine += sound[2 * i + channel] * Math.cos(phase);
    }
    return 2 * Math.hypot(sine, cosine) / 48_000;
  }
}
