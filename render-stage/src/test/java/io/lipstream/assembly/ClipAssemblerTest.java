package io.lipstream.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.audio.AudioLimits;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inspection.DecodedPicture;
import io.lipstream.inspection.InspectedAudio;
import io.lipstream.inspection.InspectedVideo;
import io.lipstream.inspection.VideoInspection;
import io.lipstream.storage.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClipAssemblerTest {
  private static final ClipAssembler ASSEMBLER =
      new ClipAssembler(AudioLimits.defaults(), new AssemblySettings(96_000));
  private static Path scratch;

  @TempDir Path folder;

  @BeforeContainer
  static void makeScratchFolder() throws IOException {
    scratch = Files.createTempDirectory("clip-assembler-test");
  }

  @AfterContainer
  static void deleteScratchFolder() throws IOException {
    try (var files = Files.list(scratch)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(scratch);
  }

  @Test
  void stereoAt48KilohertzStaysSo() throws IOException {
    Path voice = Waves.tone(folder.resolve("voice.wav"), 48_000, 2, 96_000, 0);
    Path clip = folder.resolve("clip.mp4");

    AssembledClip facts = assemble(Pieces.of(50, 20, 25), voice, 50, 25, clip);
    VideoInspection inspection = VideoInspection.of(clip);
    InspectedAudio audio = inspection.audio().orElseThrow();

    assertThat(audio.codec()).isEqualTo("aac");
    assertThat(audio.sampleRate()).isEqualTo(48_000);
    assertThat(audio.channels()).isEqualTo(2);
    assertThat(audio.seconds()).isEqualTo(2.0);
    assertThat(facts)
        .isEqualTo(new AssembledClip(50, 2.0, Files.size(clip), Digest.of(clip), 48_000, 2));
    assertThat(inspection.headerFirst()).isTrue();
  }

  @Test
  void framesAreShownAtExactTimesAndTagged() throws IOException {
    Path voice = Waves.tone(folder.resolve("voice.wav"), 44_100, 1, 44_100, 0);
    Path clip = folder.resolve("clip.mp4");

    assemble(Pieces.of(30, 12, 30), voice, 30, 30, clip);
    InspectedVideo video = VideoInspection.of(clip).video();

    assertThat(video.frames()).isEqualTo(30);
    for (int frame = 0; frame < 30; frame++) {
      assertThat(video.times().get(frame)).isCloseTo(frame / 30.0, within(1e-9));
    }
    assertThat(video.keyFrames()).containsExactly(0, 12, 24);
    assertThat(video.framesPerSecond()).isEqualTo(30);
    assertThat(video.profile()).isEqualTo("High");
    assertThat(List.of(video.primaries(), video.transfer(), video.matrix())).containsOnly("bt709");
    assertThat(video.range()).isEqualTo("tv");
    assertThat(video.width()).isEqualTo(Pieces.WIDTH);
    assertThat(video.height()).isEqualTo(Pieces.HEIGHT);
  }

  @Test
  void theJoinedStreamDecodesToThePiecesFrames() throws IOException {
    Path voice = Waves.tone(folder.resolve("voice.wav"), 16_000, 1, 16_000, 0);
    Path clip = folder.resolve("clip.mp4");
    List<byte[]> pieces = Pieces.of(25, 8, 25);
    List<DecodedPicture> apart = new ArrayList<>();
    for (byte[] piece : pieces) {
      Path file = Files.write(folder.resolve("piece.h264"), piece);
      VideoInspection.of(file).pictures(apart::add);
    }

    assemble(pieces, voice, 25, 25, clip);
    List<DecodedPicture> joined = new ArrayList<>();
    VideoInspection.of(clip).pictures(joined::add);

    assertThat(joined).hasSize(25);
    for (int frame = 0; frame < 25; frame++) {
      assertThat(joined.get(frame).luma()).isEqualTo(apart.get(frame).luma());
      assertThat(joined.get(frame).cb()).isEqualTo(apart.get(frame).cb());
      assertThat(joined.get(frame).cr()).isEqualTo(apart.get(frame).cr());
    }
  }

  @Property(tries = 40)
  void videoAndSoundEndTogether(
      @ForAll @IntRange(min = 1, max = 70) int frames,
      @ForAll @IntRange(min = 10, max = 60) int framesPerSecond,
      @ForAll @IntRange(min = 0, max = 8) int rate,
      @ForAll @IntRange(min = 1, max = 2) int channels,
      @ForAll @IntRange(min = -900, max = 900) int difference)
      throws IOException {
    int sampleRate = new int[] {8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000}[rate];
    int samples = Math.max(sampleRate / 25 + 1, frames * sampleRate / framesPerSecond + difference);
    Path voice = Waves.tone(scratch.resolve("voice.wav"), sampleRate, channels, samples, 0);
    Path clip = scratch.resolve("clip.mp4");

    assemble(Pieces.of(frames, 24, framesPerSecond), voice, frames, framesPerSecond, clip);
    VideoInspection inspection = VideoInspection.of(clip);
    InspectedAudio audio = inspection.audio().orElseThrow();
    double seconds = (double) frames / framesPerSecond;

    assertThat(inspection.video().frames()).isEqualTo(frames);
    assertThat(inspection.video().seconds()).isCloseTo(seconds, within(1e-9));
    assertThat(audio.sampleRate()).isEqualTo(sampleRate);
    assertThat(audio.channels()).isEqualTo(channels);
    assertThat(audio.seconds()).isCloseTo(seconds, within(0.0005));
    assertThat(audio.trailingSeconds()).isCloseTo(0, within(0.0005));
    assertThat((double) inspection.sound().length / channels / sampleRate)
        .isCloseTo(seconds, within(0.001));
  }

  @Test
  void soundBeginsAtZeroAndIsHeardWhenItWasSaid() throws IOException {
    int firstHeard = 12_345;
    Path voice = Waves.tone(folder.resolve("voice.wav"), 48_000, 1, 48_000, firstHeard);
    Path clip = folder.resolve("clip.mp4");

    assemble(Pieces.of(25, 25, 25), voice, 25, 25, clip);
    float[] sound = VideoInspection.of(clip).sound();

    assertThat(sound).hasSize(48_000);
    int best = 0;
    double bestLikeness = -1;
    for (int shift = -59; shift < 60; shift++) {
      double likeness = 0;
      for (int i = firstHeard + 300; i < 47_000; i++) {
        likeness += sound[i + shift] * Math.sin(2 * Math.PI * 400 * i / 48_000);
      }
      if (likeness > bestLikeness) {
        bestLikeness = likeness;
        best = shift;
      }
    }
    assertThat(best).isBetween(-1, 1);
    assertThat(rootMeanSquare(sound, 0, firstHeard - 2048)).isLessThan(0.001);
    assertThat(rootMeanSquare(sound, firstHeard + 100, 47_000)).isCloseTo(0.354, within(0.02));
  }

  @Test
  void aShorterVoiceIsFollowedBySilence() throws IOException {
    Path voice = Waves.tone(folder.resolve("voice.wav"), 16_000, 1, 8_000, 0);
    Path clip = folder.resolve("clip.mp4");

    assemble(Pieces.of(25, 25, 25), voice, 25, 25, clip);
    float[] sound = VideoInspection.of(clip).sound();

    assertThat(sound).hasSize(16_000);
    assertThat(rootMeanSquare(sound, 1000, 7000)).isGreaterThan(0.3);
    assertThat(rootMeanSquare(sound, 10_500, 16_000)).isLessThan(0.001);
  }

  @Test
  void aNameInAnyScriptIsWritten() throws IOException {
    Path voice = Waves.tone(folder.resolve("голос 声音.wav"), 16_000, 1, 16_000, 0);
    Path clip = folder.resolve("видео 视频 é.mp4");

    assemble(Pieces.of(25, 25, 25), voice, 25, 25, clip);

    assertThat(VideoInspection.of(clip).video().frames()).isEqualTo(25);
  }

  @Test
  void theSameInputsGiveTheSameBytes() throws IOException {
    Path voice = Waves.tone(folder.resolve("voice.wav"), 44_100, 2, 50_000, 0);
    List<byte[]> pieces = Pieces.of(25, 10, 25);

    String first = assemble(pieces, voice, 25, 25, folder.resolve("one.mp4")).sha256();

    assertThat(assemble(pieces, voice, 25, 25, folder.resolve("other.mp4")).sha256())
        .isEqualTo(first);
  }

  @Test
  void refusesPiecesOfDifferentEncoders() throws IOException {
    Path voice = Waves.tone(folder.resolve("voice.wav"), 16_000, 1, 16_000, 0);
    List<byte[]> pieces = List.of(Pieces.of(24, 24, 25).get(0), Pieces.larger());

    assertRefused(pieces, voice, 25, "piece 1 has other stream headers than piece 0");
  }

  @Test
  void refusesAWrongNumberOfFrames() throws IOException {
    Path voice = Waves.tone(folder.resolve("voice.wav"), 16_000, 1, 16_000, 0);

    assertRefused(Pieces.of(24, 24, 25), voice, 25, "the pieces have 24 frames, expected 25");
  }

  @Test
  void refusesWhatIsNoPiece() throws IOException {
    Path voice = Waves.tone(folder.resolve("voice.wav"), 16_000, 1, 16_000, 0);

    assertRefused(List.of(new byte[100]), voice, 25, "piece 0 does not begin with headers");
  }

  private void assertRefused(List<byte[]> pieces, Path voice, int frames, String message) {
    assertThatThrownBy(() -> assemble(pieces, voice, frames, 25, folder.resolve("clip.mp4")))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING_FAILED))
        .hasMessageContaining(message);
  }

  private static AssembledClip assemble(
      List<byte[]> pieces, Path voice, int frames, int framesPerSecond, Path clip) {
    return ASSEMBLER.assemble(
        pieces::get,
        pieces.size(),
        voice,
        new ClipShape(Pieces.WIDTH, Pieces.HEIGHT, frames, framesPerSecond),
        clip);
  }

  private static double rootMeanSquare(float[] samples, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += samples[i] * samples[i];
    }
    return Math.sqrt(sum / (to - from));
  }
}
