package io.lipstream.audio;

import static io.lipstream.audio.AudioDecoderTest.coded;
import static io.lipstream.audio.AudioDecoderTest.decode;
import static io.lipstream.error.ErrorCode.AUDIO_UNREADABLE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_FLT;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_FLTP;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_S16;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_S16P;

import io.lipstream.error.LipstreamException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings that broke services of this kind, each made here. */
class AudioFieldCasesTest {
  private static final Sound TONE = Sound.tone(44_100, 2, 4, 440);
  private static final Map<String, byte[]> KINDS = new LinkedHashMap<>();
  @TempDir static Path folder;

  @BeforeAll
  static void encode() throws IOException {
    keep(WavFile.write(folder.resolve("tone.wav"), TONE, WavFile.Samples.SIGNED_16));
    keep(EncodedFile.write(folder.resolve("tone.mp3"), TONE, "libmp3lame", AV_SAMPLE_FMT_S16P));
    keep(EncodedFile.write(folder.resolve("tone.m4a"), TONE, "aac", AV_SAMPLE_FMT_FLTP));
    keep(EncodedFile.write(folder.resolve("tone.aac"), TONE, "aac", AV_SAMPLE_FMT_FLTP));
    keep(EncodedFile.write(folder.resolve("tone.flac"), TONE, "flac", AV_SAMPLE_FMT_S16));
    Sound opus = Sound.tone(48_000, 2, 4, 440);
    keep(EncodedFile.write(folder.resolve("tone.ogg"), opus, "libopus", AV_SAMPLE_FMT_FLT));
    keep(EncodedFile.write(folder.resolve("tone.webm"), opus, "libopus", AV_SAMPLE_FMT_FLT));
  }

  private static void keep(Path file) throws IOException {
    KINDS.put(file.getFileName().toString(), Files.readAllBytes(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tone.wav", "tone.mp3", "tone.m4a", "tone.flac"})
  void aFileThatWasCutOffIsRefusedWhereItsHeaderSaysSo(String name) throws IOException {
    for (double share : new double[] {0.05, 0.3, 0.6, 0.9}) {
      Path file = cut(name, share);
      assertThatThrownBy(() -> decode(file, AudioTarget.speech()))
          .as("%s cut to %s", name, share)
          .satisfies(coded(AUDIO_UNREADABLE));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tone.aac", "tone.ogg"})
  void aFileThatWasCutOffIsAShorterOneWhereItsHeaderSaysNothing(String name) throws IOException {
    assertThat(decode(cut(name, 0.6), AudioTarget.speech()).seconds()).isBetween(1.2, 2.8);
  }

  @Test
  void noCutAndNoDamageDoesWorseThanACode() throws IOException {
    Random random = new Random(7);
    for (Map.Entry<String, byte[]> kind : KINDS.entrySet()) {
      for (int round = 0; round < 30; round++) {
        byte[] bytes = kind.getValue().clone();
        int damages = random.nextInt(200);
        for (int i = 0; i < damages; i++) {
          int reach = round % 3 == 0 ? Math.min(256, bytes.length) : bytes.length;
          bytes[random.nextInt(reach)] = (byte) random.nextInt();
        }
        int length = round % 2 == 0 ? bytes.length : random.nextInt(bytes.length);
        Path file = Files.write(folder.resolve("damaged"), Arrays.copyOf(bytes, length));
        requireSoundOrCode(file, kind.getKey() + " in round " + round);
      }
    }
  }

  private static void requireSoundOrCode(Path file, String what) {
    try {
      boolean usable = true;
      for (float sample : decode(file, AudioTarget.speech()).samples()[0]) {
        usable &= sample >= -1 && sample <= 1;
      }
      assertThat(usable).as(what).isTrue();
    } catch (LipstreamException e) {
      assertThat(e.code().name()).as(what).startsWith("AUDIO_");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE html><html><body>Not found</body></html>",
        "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
        "ffconcat version 1.0\nfile /etc/passwd\n",
        "v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n",
        "RIFF",
        "OggS",
        "ID3",
        "fLaC",
        "a",
      })
  void textAndPlaylistsAndStumpsAreNoAudio(String content) throws IOException {
    Path file = Files.writeString(folder.resolve("voice.wav"), content);
    assertThatThrownBy(() -> decode(file, AudioTarget.speech())).satisfies(coded(AUDIO_UNREADABLE));
  }

  @Test
  void anEmptyFileAndZerosAreNoAudio() throws IOException {
    Path file = Files.write(folder.resolve("empty.wav"), new byte[0]);
    assertThatThrownBy(() -> decode(file, AudioTarget.speech()))
        .satisfies(coded(AUDIO_UNREADABLE))
        .hasMessageContaining("empty");
    Files.write(file, new byte[100_000]);
    assertThatThrownBy(() -> decode(file, AudioTarget.speech())).satisfies(coded(AUDIO_UNREADABLE));
  }

  @Test
  void aHeaderWithoutSoundIsUnreadable() throws IOException {
    Path file =
        WavFile.write(
            folder.resolve("none.wav"),
            new Sound(16_000, new float[1][0]),
            WavFile.Samples.SIGNED_16);
    assertThatThrownBy(() -> decode(file, AudioTarget.speech())).satisfies(coded(AUDIO_UNREADABLE));
  }

  @Test
  void silenceStaysSilent() throws IOException {
    Path file =
        WavFile.write(
            folder.resolve("zero.wav"), Sound.silence(44_100, 2), WavFile.Samples.SIGNED_16);
    assertThat(decode(file, AudioTarget.speech()).samples()[0]).containsOnly(0f).hasSize(32_000);
  }

  @ParameterizedTest
  @CsvSource({"6.70", "6.23", "0.04", "1.0000625"})
  void noEndIsDropped(double seconds) throws IOException {
    Sound tone = Sound.tone(44_100, 1, seconds, 440);
    Path file = WavFile.write(folder.resolve("odd.wav"), tone, WavFile.Samples.SIGNED_16);
    try (AudioStream stream =
        AudioDecoder.open(file, AudioTarget.speech(), AudioLimits.defaults())) {
      int length = 0;
      float[] samples = new float[640];
      for (int read = stream.read(samples); read >= 0; read = stream.read(samples)) {
        length += read;
      }
      assertThat(stream.sourceSeconds()).isCloseTo(tone.seconds(), within(1e-9));
      assertThat(length / 16_000.0).isCloseTo(tone.seconds(), within(1.5 / 16_000));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"movie.mp4", "movie.mov", "movie.mkv"})
  void theSoundOfAVideoIsTaken(String name) {
    Path file = EncodedFile.writeMovie(folder.resolve(name), TONE);
    Sound decoded = decode(file, AudioTarget.speech());
    assertThat(decoded.seconds()).isCloseTo(TONE.seconds(), within(0.05));
    assertThat(decoded.amplitude(0, 440)).isCloseTo(0.25, within(0.02));
  }

  @Test
  void aVideoWithoutSoundIsUnreadable() {
    Path file = EncodedFile.writeSilentMovie(folder.resolve("silent.mov"));
    assertThatThrownBy(() -> decode(file, AudioTarget.speech()))
        .satisfies(coded(AUDIO_UNREADABLE))
        .hasMessageContaining("without an audio track");
  }

  @Test
  void aLongTagBeforeTheSoundIsSkipped() throws IOException {
    int size = 300_000;
    byte[] mp3 = KINDS.get("tone.mp3");
    ByteBuffer tagged = ByteBuffer.allocate(10 + size + mp3.length).order(ByteOrder.BIG_ENDIAN);
    tagged.put("ID3".getBytes(UTF_8)).put((byte) 3).put((byte) 0).put((byte) 0);
    for (int shift = 21; shift >= 0; shift -= 7) {
      tagged.put((byte) (size >> shift & 0x7f));
    }
    tagged.position(10 + size).put(mp3);
    Path file = Files.write(folder.resolve("tagged.mp3"), tagged.array());
    assertThat(decode(file, AudioTarget.speech()).seconds()).isCloseTo(4, within(0.06));
  }

  @Test
  void recordingsJoinedEndToEndAreReadToTheEnd() throws IOException {
    for (String name : new String[] {"tone.mp3", "tone.aac", "tone.ogg"}) {
      byte[] once = KINDS.get(name);
      byte[] twice = Arrays.copyOf(once, 2 * once.length);
      System.arraycopy(once, 0, twice, once.length, once.length);
      Path file = Files.write(folder.resolve("twice-" + name), twice);
      assertThat(decode(file, AudioTarget.speech()).seconds()).as(name).isBetween(7.8, 8.2);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "999, 1", "800000, 1", "16000, 0", "16000, 17", "16000, 255"})
  void ratesAndChannelsThatCannotBeAreUnreadable(int rate, int channels) throws IOException {
    Path file =
        WavFile.write(
            folder.resolve("odd.wav"), Sound.silence(16_000, 2), WavFile.Samples.SIGNED_16);
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort(22, (short) channels)
        .putInt(24, rate)
        .putInt(28, rate * channels * 2)
        .putShort(32, (short) (channels * 2));
    Files.write(file, bytes);
    assertThatThrownBy(() -> decode(file, AudioTarget.speech())).satisfies(coded(AUDIO_UNREADABLE));
  }

  @Test
  void namesAreAnyText() throws IOException {
    assumeThat(System.getProperty("sun.jnu.encoding")).isEqualTo("UTF-8");
    for (String name :
        new String[] {"Ärzte & Co. – 声音 😀.wav", "concat:a|b", "http:x", "%41.wav"}) {
      Path file = Files.write(folder.resolve(name), KINDS.get("tone.wav"));
      assertThat(decode(file, AudioTarget.speech()).seconds()).isEqualTo(4);
    }
  }

  @Test
  void memoryDoesNotDependOnLength() throws IOException {
    assumeThat(Path.of("/proc/self/status")).exists();
    Path file =
        WavFile.write(
            folder.resolve("long.wav"), Sound.silence(8000, 14 * 60), WavFile.Samples.UNSIGNED_8);
    AudioLimits limits = AudioLimits.defaults();
    try (AudioStream stream = AudioDecoder.open(file, AudioTarget.soundtrack(), limits)) {
      float[] samples = new float[800];
      read(stream, samples, 60);
      long before = AudioDecoderTest.residentKilobytes();
      read(stream, samples, 13 * 60);
      assertThat(AudioDecoderTest.residentKilobytes() - before).isLessThan(8_000);
    }
  }

  private static void read(AudioStream stream, float[] samples, int seconds) {
    int left = seconds * stream.sampleRate();
    while (left > 0) {
      left -= stream.read(samples);
    }
  }

  private static Path cut(String name, double share) throws IOException {
    byte[] bytes = KINDS.get(name);
    return Files.write(
        folder.resolve("cut-" + name), Arrays.copyOf(bytes, (int) (bytes.length * share)));
  }
}
