package io.lipstream.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.audio.AudioLimits;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inspection.DecodedPicture;
import io.lipstream.inspection.VideoInspection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Pieces as they come from a store: late, broken, of the wrong kind, very many. */
class PieceJoiningTest {
  private static final ClipAssembler ASSEMBLER =
      new ClipAssembler(AudioLimits.defaults(), new AssemblySettings(96_000));

  @TempDir Path folder;
  private Path voice;
  private Path clip;

  @BeforeEach
  void makeVoice() throws IOException {
    voice = Waves.tone(folder.resolve("voice.wav"), 16_000, 1, 16_000, 0);
    clip = folder.resolve("clip.mp4");
  }

  @Test
  void aPieceIsReadOnceInOrderAndOnlyWhenTheOneBeforeIsWritten() {
    List<byte[]> pieces = Pieces.of(40, 4, 25);
    pieces.replaceAll(piece -> enlarged(piece, 300_000));
    List<Integer> read = new ArrayList<>();
    List<Long> sizes = new ArrayList<>();

    ASSEMBLER.assemble(
        number -> {
          read.add(number);
          sizes.add(Files.exists(clip) ? Files.size(clip) : 0);
          return pieces.get(number);
        },
        10,
        voice,
        shape(40),
        clip);

    assertThat(read).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    // of each piece read, all but the last frames have left memory before the next but one is read
    for (int number = 2; number < 10; number++) {
      assertThat(sizes.get(number)).isGreaterThan((number - 1) * 250_000L);
    }
  }

  @Test
  void aPieceThatIsMissingInTheStoreEndsTheClipWithItsOwnError() {
    List<byte[]> pieces = Pieces.of(20, 10, 25);
    LipstreamException missing =
        new LipstreamException(ErrorCode.STORAGE_UNAVAILABLE, "no answer from the store");

    assertThatThrownBy(
            () ->
                ASSEMBLER.assemble(
                    number -> {
                      if (number == 1) {
                        throw missing;
                      }
                      return pieces.get(number);
                    },
                    2,
                    voice,
                    shape(20),
                    clip))
        .isSameAs(missing);
  }

  @Test
  void refusesAClipOfAnotherSizeThanItsPieces() {
    assertRefused(
        Pieces.of(5, 5, 25),
        new ClipShape(Pieces.WIDTH, Pieces.HEIGHT + 2, 5, 25),
        "the pieces are 64x48, expected 64x50");
  }

  @Test
  void refusesPiecesThatHaveTooManyFrames() {
    assertRefused(Pieces.of(6, 3, 25), shape(5), "the pieces have 6 frames, expected 5");
  }

  @Test
  void refusesAPieceOfAnotherSizeThanTheFirst() {
    List<byte[]> pieces = List.of(Pieces.of(3, 3, 25).get(0), Pieces.wider(3));

    assertRefused(pieces, shape(6), "piece 1 has other stream headers than piece 0");
  }

  @Test
  void refusesATruncatedPieceByItsFrames() {
    byte[] piece = Pieces.of(10, 10, 25).get(0);

    assertRefused(
        List.of(Arrays.copyOf(piece, piece.length / 2)), shape(10), "frames, expected 10");
  }

  @Test
  void refusesAFileThatCannotBeWritten() {
    clip = folder.resolve("missing").resolve("clip.mp4");

    assertRefused(Pieces.of(5, 5, 25), shape(5), "No such file or directory");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsAnError() {
    clip = Path.of("/dev/full");

    assertRefused(Pieces.of(5, 5, 25), shape(5), "");
  }

  @Test
  void piecesOfOneFrameJoinToo() throws IOException {
    List<byte[]> pieces = Pieces.of(5, 1, 25);
    List<DecodedPicture> apart = new ArrayList<>();
    for (byte[] piece : pieces) {
      VideoInspection.of(Files.write(folder.resolve("p.h264"), piece)).pictures(apart::add);
    }

    ASSEMBLER.assemble(pieces::get, 5, voice, shape(5), clip);
    List<DecodedPicture> joined = new ArrayList<>();
    VideoInspection.of(clip).pictures(joined::add);

    assertThat(joined).map(DecodedPicture::luma).containsExactlyElementsOf(lumas(apart));
    assertThat(VideoInspection.of(clip).video().keyFrames()).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void aKeyFrameWithinAPieceIsMarkedAsOne() throws IOException {
    byte[] piece = Pieces.ofCuts(40, 10);
    List<Integer> keyFrames =
        VideoInspection.of(Files.write(folder.resolve("p.h264"), piece)).video().keyFrames();
    assertThat(keyFrames).as("what the encoder does at a cut").hasSizeGreaterThan(1);

    ASSEMBLER.assemble(number -> piece, 1, voice, shape(40), clip);

    assertThat(VideoInspection.of(clip).video().keyFrames()).isEqualTo(keyFrames);
  }

  /** Long enough at this clock for the wide form of the edit lists. */
  @Test
  void aQuarterOfAnHourAtAwkwardRatesIsExact() throws IOException {
    byte[] piece = Pieces.of(590, 590, 59).get(0);
    voice = Waves.tone(folder.resolve("v.wav"), 44_100, 1, 44_100, 0);

    ASSEMBLER.assemble(
        number -> piece, 90, voice, new ClipShape(Pieces.WIDTH, Pieces.HEIGHT, 90 * 590, 59), clip);
    VideoInspection inspection = VideoInspection.of(clip);

    assertThat(inspection.video().seconds()).isEqualTo(900);
    assertThat(inspection.audio().orElseThrow().seconds()).isEqualTo(900);
    assertThat(inspection.audio().orElseThrow().skippedSeconds()).isEqualTo(1024 / 44_100.0);
    List<Double> times = inspection.video().times();
    assertThat(times).hasSize(53_100);
    for (int frame = 0; frame < times.size(); frame++) {
      assertThat(times.get(frame)).isCloseTo(frame / 59.0, within(1e-9));
    }
    assertThat(inspection.video().keyFrames()).hasSize(90).contains(0, 590, 89 * 590);
  }

  @Test
  void theFileTellsNoVersionAndNoTime() throws IOException {
    ASSEMBLER.assemble(Pieces.of(5, 5, 25)::get, 1, voice, shape(5), clip);

    String text = new String(Files.readAllBytes(clip), StandardCharsets.ISO_8859_1);
    assertThat(text).doesNotContain("Lavf").doesNotContain("Lavc");
    int header = text.indexOf("mvhd") + 8;
    assertThat(text.substring(header, header + 8)).isEqualTo("\0".repeat(8));
  }

  @Test
  void manyClipsGoodAndBadLeaveNoMemoryBehind() {
    List<byte[]> pieces = Pieces.of(3, 1, 25);
    List<byte[]> broken = new ArrayList<>(pieces);
    broken.set(2, new byte[] {1, 2, 3});
    Runnable both =
        () -> {
          ASSEMBLER.assemble(pieces::get, 3, voice, shape(3), clip);
          assertRefused(broken, shape(3), "piece 2");
        };
    for (int i = 0; i < 10; i++) {
      both.run();
    }
    long before = Pointer.physicalBytes();
    for (int i = 0; i < 120; i++) {
      both.run();
    }

    // 240 AAC encoders alone would be over 40 MB
    assertThat(Pointer.physicalBytes() - before).isLessThan(25_000_000);
  }

  private void assertRefused(List<byte[]> pieces, ClipShape shape, String message) {
    assertThatThrownBy(() -> ASSEMBLER.assemble(pieces::get, pieces.size(), voice, shape, clip))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING_FAILED))
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  private static ClipShape shape(int frames) {
    return new ClipShape(Pieces.WIDTH, Pieces.HEIGHT, frames, 25);
  }

  private static List<byte[]> lumas(List<DecodedPicture> pictures) {
    return pictures.stream().map(DecodedPicture::luma).toList();
  }

  /** The last slice with bytes behind it that a decoder passes over, as if it were a large one. */
  private static byte[] enlarged(byte[] piece, int bytes) {
    byte[] larger = Arrays.copyOf(piece, piece.length + bytes);
    Arrays.fill(larger, piece.length, larger.length, (byte) 0xff);
    return larger;
  }
}
