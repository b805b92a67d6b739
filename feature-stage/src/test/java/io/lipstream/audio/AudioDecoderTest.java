package io.lipstream.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_FLT;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_FLTP;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_S16;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_S16P;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_S32;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in the decoder's contract, on sounds made and encoded here. */
class AudioDecoderTest {
  private static final AudioLimits LIMITS = AudioLimits.defaults();
  private static final Sound TONE = Sound.tone(48_000, 2, 1.5, 440);
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(WavFile.Samples.class)
  void wavOfEverySampleType(WavFile.Samples type) throws IOException {
    Sound tone = Sound.tone(16_000, 1, 0.73, 440);
    Path file = WavFile.write(folder.resolve("tone.wav"), tone, type);
    Sound decoded = decode(file, AudioTarget.speech());
    assertThat(decoded.length()).isEqualTo(tone.length());
    float tolerance = type == WavFile.Samples.UNSIGNED_8 ? 0.01f : 1e-4f;
    for (int i = 0; i < tone.length(); i++) {
      assertThat(decoded.samples()[0][i]).isCloseTo(tone.samples()[0][i], within(tolerance));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8000, 11025, 16000, 22050, 32000, 44100, 48000, 96000, 192000})
  void everyRateBecomesSpeech(int rate) throws IOException {
    Sound tone = Sound.tone(rate, 1, 1.5, 440);
    Path file = WavFile.write(folder.resolve("tone.wav"), tone, WavFile.Samples.SIGNED_16);
    Sound decoded = decode(file, AudioTarget.speech());
    assertThat(decoded.sampleRate()).isEqualTo(16_000);
    assertThat(decoded.length()).isCloseTo(24_000, within(1));
    assertThat(decoded.amplitude(0, 440)).isCloseTo(0.5, within(0.005));
  }

  @ParameterizedTest
  @CsvSource({
    "tone.mp3, libmp3lame, " + AV_SAMPLE_FMT_S16P,
    "tone.aac, aac, " + AV_SAMPLE_FMT_FLTP,
    "tone.m4a, aac, " + AV_SAMPLE_FMT_FLTP,
    "tone.mp4, aac, " + AV_SAMPLE_FMT_FLTP,
    "tone.flac, flac, " + AV_SAMPLE_FMT_S16,
    "deep.flac, flac, " + AV_SAMPLE_FMT_S32,
    "tone.ogg, libopus, " + AV_SAMPLE_FMT_FLT,
    "tone.opus, libopus, " + AV_SAMPLE_FMT_FLT,
    "tone.webm, libopus, " + AV_SAMPLE_FMT_FLT,
    "tone.mka, aac, " + AV_SAMPLE_FMT_FLTP,
  })
  void everyCommonKindIsDecodedAlike(String name, String encoder, int sampleFormat) {
    requireTone(EncodedFile.write(folder.resolve(name), TONE, encoder, sampleFormat));
  }

  @Test
  void vorbisIsDecodedAlike() throws Exception {
    requireTone(Path.of(AudioDecoderTest.class.getResource("tone-vorbis.ogg").toURI()));
  }

  private static void requireTone(Path file) {
    Sound speech = decode(file, AudioTarget.speech());
    assertThat(speech.seconds()).isCloseTo(TONE.seconds(), within(0.06));
    assertThat(speech.amplitude(0, 440)).isCloseTo(0.25, within(0.02));
    assertThat(speech.amplitude(0, 880)).isCloseTo(0.25, within(0.02));

    Sound soundtrack = decode(file, AudioTarget.soundtrack());
    assertThat(soundtrack.sampleRate()).isEqualTo(48_000);
    assertThat(soundtrack.channels()).isEqualTo(2);
    assertThat(soundtrack.amplitude(0, 440)).isCloseTo(0.5, within(0.03));
    assertThat(soundtrack.amplitude(0, 880)).isLessThan(0.02);
    assertThat(soundtrack.amplitude(1, 880)).isCloseTo(0.5, within(0.03));
  }

  @Test
  void fiveChannelsAreMixedWithoutClipping() throws IOException {
    float[][] loud = new float[6][16_000];
    for (float[] channel : loud) {
      for (int i = 0; i < channel.length; i++) {
        channel[i] = (float) Math.sin(2 * Math.PI * 300 * i / 16_000);
      }
    }
    for (WavFile.Samples type :
        new WavFile.Samples[] {WavFile.Samples.SIGNED_16, WavFile.Samples.FLOAT_32}) {
      Path file = WavFile.write(folder.resolve("loud.wav"), new Sound(16_000, loud), type);
      Sound mixed = decode(file, AudioTarget.speech());
      assertThat(mixed.amplitude(0, 300)).isBetween(0.7, 1.001);
      assertThat(mixed.amplitude(0, 900)).as("third harmonic of clipping").isLessThan(0.001);
      assertThat(decode(file, AudioTarget.soundtrack()).channels()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @CsvSource({"8000, 8000", "16000, 16000", "10000, 11025", "37800, 44100", "96000, 48000"})
  void soundtrackKeepsTheRateAsFarAsAacGoes(int rate, int expected) throws IOException {
    Sound tone = Sound.tone(rate, 1, 0.5, 440);
    Path file = WavFile.write(folder.resolve("tone.wav"), tone, WavFile.Samples.SIGNED_16);
    Sound decoded = decode(file, AudioTarget.soundtrack());
    assertThat(decoded.sampleRate()).isEqualTo(expected);
    assertThat(decoded.channels()).isEqualTo(1);
    assertThat(decoded.seconds()).isCloseTo(0.5, within(2.0 / expected));
  }

  @Test
  void everyRoomForReadingGivesTheSame() throws IOException {
    Path file = WavFile.write(folder.resolve("tone.wav"), TONE, WavFile.Samples.SIGNED_24);
    Sound whole = decode(file, AudioTarget.speech(), 1 << 20);
    for (int room : new int[] {1, 7, 160, 4096}) {
      assertThat(decode(file, AudioTarget.speech(), room).samples()[0])
          .isEqualTo(whole.samples()[0]);
    }
  }

  @Test
  void samplesThatAreNoNumbersAreSilence() throws IOException {
    Sound tone = Sound.tone(48_000, 1, 1, 440);
    tone.samples()[0][20_000] = Float.NaN;
    tone.samples()[0][20_001] = Float.POSITIVE_INFINITY;
    tone.samples()[0][20_002] = Float.NEGATIVE_INFINITY;
    for (WavFile.Samples type :
        new WavFile.Samples[] {WavFile.Samples.FLOAT_32, WavFile.Samples.FLOAT_64}) {
      Path file = WavFile.write(folder.resolve("holes.wav"), tone, type);
      Sound decoded = decode(file, AudioTarget.speech());
      for (float sample : decoded.samples()[0]) {
        assertThat(sample).isBetween(-1f, 1f);
      }
      assertThat(decoded.amplitude(0, 440)).isCloseTo(0.5, within(0.01));
    }
  }

  @Test
  void theLengthIsThatOfTheSamplesWhateverTheHeaderSays() throws IOException {
    Sound tone = Sound.tone(16_000, 1, 1.25, 440);
    for (int declared : new int[] {-1, 0x7fff_ffff, 0}) {
      Path file =
          WavFile.write(folder.resolve("piped.wav"), tone, WavFile.Samples.SIGNED_16, declared);
      assertThat(decode(file, AudioTarget.speech()).length()).isEqualTo(20_000);
    }
  }

  @Test
  void secondsAreCountedInTheRecordingsOwnSamples() throws IOException {
    Sound tone = Sound.tone(44_100, 1, 0.5, 440);
    Path file = WavFile.write(folder.resolve("tone.wav"), tone, WavFile.Samples.SIGNED_16);
    try (AudioStream stream = AudioDecoder.open(file, AudioTarget.speech(), LIMITS)) {
      float[] samples = new float[1000];
      while (stream.read(samples) >= 0) {
        assertThat(stream.sourceSeconds()).isPositive();
      }
      assertThat(stream.sourceSeconds()).isCloseTo(22_050 / 44_100.0, within(1e-9));
      assertThat(stream.read(samples)).isEqualTo(-1);
    }
  }

  @Test
  void tooLongIsSaidAsSoonAsTheLimitIsPassed() throws IOException {
    Sound tone = Sound.tone(8000, 1, 60, 440);
    Path file = WavFile.write(folder.resolve("long.wav"), tone, WavFile.Samples.SIGNED_16);
    AudioLimits limits = new AudioLimits(0.04, 2);
    try (AudioStream stream = AudioDecoder.open(file, AudioTarget.speech(), limits)) {
      assertThatThrownBy(() -> readAll(stream, 1600))
          .satisfies(coded(ErrorCode.AUDIO_TOO_LONG))
          .hasMessageContaining("2.0 s");
      assertThat(stream.sourceSeconds()).isLessThan(3);
    }
    assertThat(decode(file, AudioTarget.speech(), 1600).seconds()).isEqualTo(60);
  }

  @Test
  void shorterThanAFrameIsCoded() throws IOException {
    Path file =
        WavFile.write(
            folder.resolve("click.wav"),
            Sound.tone(16_000, 1, 0.039, 440),
            WavFile.Samples.SIGNED_16);
    assertThatThrownBy(() -> decode(file, AudioTarget.speech()))
        .satisfies(coded(ErrorCode.AUDIO_TOO_SHORT));
  }

  @Test
  void nativeMemoryDoesNotGrowWithTheNumberOfStreams() throws IOException {
    Path file = WavFile.write(folder.resolve("tone.wav"), TONE, WavFile.Samples.FLOAT_32);
    Path broken = Files.write(folder.resolve("broken.wav"), Arrays.copyOf(new byte[0], 5000));
    for (int i = 0; i < 100; i++) {
      openAndLeave(file, broken);
    }
    assumeThat(Path.of("/proc/self/status")).exists();
    long before = residentKilobytes();
    for (int i = 0; i < 1500; i++) {
      openAndLeave(file, broken);
    }
    assertThat(residentKilobytes() - before).isLessThan(24_000);
  }

  private static void openAndLeave(Path file, Path broken) {
    try (AudioStream stream = AudioDecoder.open(file, AudioTarget.speech(), LIMITS)) {
      stream.read(new float[100]);
    }
    assertThatThrownBy(() -> AudioDecoder.open(broken, AudioTarget.speech(), LIMITS))
        .satisfies(coded(ErrorCode.AUDIO_UNREADABLE));
  }

  static long residentKilobytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void streamsBesideEachOtherDoNotTouch() throws Exception {
    Path[] files = new Path[4];
    Sound[] alone = new Sound[files.length];
    for (int i = 0; i < files.length; i++) {
      files[i] =
          EncodedFile.write(
              folder.resolve(i + ".m4a"),
              Sound.tone(44_100, 2, 3, 200 + 150 * i),
              "aac",
              AV_SAMPLE_FMT_FLTP);
      alone[i] = decode(files[i], AudioTarget.speech());
    }
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      Future<?>[] runs = new Future<?>[32];
      for (int run = 0; run < runs.length; run++) {
        int i = run % files.length;
        runs[run] =
            threads.submit(
                () ->
                    assertThat(decode(files[i], AudioTarget.speech()).samples()[0])
                        .isEqualTo(alone[i].samples()[0]));
      }
      for (Future<?> run : runs) {
        run.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void noiseIsNotAudio() throws IOException {
    for (int seed = 0; seed < 40; seed++) {
      byte[] noise = new byte[100_000];
      new Random(seed).nextBytes(noise);
      Path file = Files.write(folder.resolve("noise"), noise);
      assertThatThrownBy(() -> decode(file, AudioTarget.speech()))
          .as("seed %d", seed)
          .satisfies(coded(ErrorCode.AUDIO_UNREADABLE));
    }
  }

  static Sound decode(Path file, AudioTarget target) {
    return decode(file, target, 4096);
  }

  static Sound decode(Path file, AudioTarget target, int room) {
    try (AudioStream stream = AudioDecoder.open(file, target, LIMITS)) {
      return readAll(stream, room * stream.channels());
    }
  }

  private static Sound readAll(AudioStream stream, int room) {
    int channels = stream.channels();
    float[] buffer = new float[room];
    float[] all = new float[1 << 16];
    int length = 0;
    for (int frames = stream.read(buffer); frames >= 0; frames = stream.read(buffer)) {
      int end = length + frames * channels;
      if (end > all.length) {
        all = Arrays.copyOf(all, Math.max(end, all.length * 2));
      }
      System.arraycopy(buffer, 0, all, length, frames * channels);
      length = end;
    }
    float[][] samples = new float[channels][length / channels];
    for (int i = 0; i < length; i++) {
      samples[i % channels][i / channels] = all[i];
    }
    return new Sound(stream.sampleRate(), samples);
  }

  static Consumer<Throwable> coded(ErrorCode code) {
    return failure -> {
      assertThat(failure).isInstanceOf(LipstreamException.class);
      assertThat(((LipstreamException) failure).code()).isEqualTo(code);
      assertThat(failure.getMessage()).doesNotContain("\n");
    };
  }
}
