package io.lipstream.inspection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.assembly.SampleClip;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A good clip of 25 frames and a second, and what is told when bytes of it are changed. */
class VideoInspectionTest {
  @TempDir static Path folder;
  private static byte[] clip;

  @BeforeAll
  static void makeClip() throws IOException {
    clip = Files.readAllBytes(SampleClip.write(folder));
  }

  @Test
  void tellsOfAGoodClip() throws IOException {
    VideoInspection inspection = inspect(clip);

    assertThat(inspection.headerFirst()).isTrue();
    assertThat(inspection.video().pixelFormat()).isEqualTo("yuv420p");
    assertThat(inspection.video().startSeconds()).isZero();
    assertThat(inspection.video().seconds()).isEqualTo(1);
    assertThat(inspection.audio().orElseThrow().startSeconds()).isZero();
    assertThat(inspection.audio().orElseThrow().seconds()).isEqualTo(1);
  }

  @Test
  void theContainerCarriesTheColourTagsOfItsOwn() {
    byte[] tag = {'c', 'o', 'l', 'r', 'n', 'c', 'l', 'x', 0, 1, 0, 1, 0, 1, 0};

    assertThat(new String(clip, ISO_8859_1)).contains(new String(tag, ISO_8859_1));
  }

  @Test
  void aHeaderBehindTheMediaIsSeen() throws IOException {
    int at = 0;
    byte[] header = null;
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    while (at < clip.length) {
      int size = ByteBuffer.wrap(clip).getInt(at);
      byte[] box = Arrays.copyOfRange(clip, at, at + size);
      if (new String(box, 4, 4, ISO_8859_1).equals("moov")) {
        header = box.clone();
        System.arraycopy("free".getBytes(ISO_8859_1), 0, box, 4, 4);
      }
      changed.writeBytes(box);
      at += size;
    }
    changed.writeBytes(header);

    VideoInspection inspection = inspect(changed.toByteArray());

    assertThat(inspection.headerFirst()).isFalse();
    assertThat(inspection.video().frames()).isEqualTo(25);
  }

  @Test
  void anEditListThatSkipsNothingIsSeen() throws IOException {
    byte[] changed = clip.clone();
    int edit = lastIndex("elst");
    ByteBuffer.wrap(changed).putInt(edit + 16, 0);

    InspectedAudio audio = inspect(changed).audio().orElseThrow();

    assertThat(audio.skippedSeconds()).isZero();
    assertThat(audio.trailingSeconds()).isGreaterThan(0.02);
  }

  @Test
  void anEditListThatPlaysLessIsSeen() throws IOException {
    byte[] changed = clip.clone();
    int length = lastIndex("elst") + 12;
    ByteBuffer file = ByteBuffer.wrap(changed);
    file.putInt(length, file.getInt(length) / 2);

    VideoInspection inspection = inspect(changed);

    assertThat(inspection.audio().orElseThrow().seconds()).isEqualTo(0.5);
    assertThat(inspection.sound()).hasSize(8000);
  }

  @Test
  void anEditThatPlaysNothingIsAWait() {
    ByteBuffer entries = ByteBuffer.allocate(8 + 2 * 12);
    entries.putInt(4, 2);
    entries.putInt(8, 250).putInt(12, -1);
    entries.putInt(20, 1000).putInt(24, 1024);

    Mp4Track track = track(entries, 48_000, 49_024);

    assertThat(track.startSeconds()).isEqualTo(0.25);
    assertThat(track.skippedSeconds()).isEqualTo(1024 / 48_000.0);
    assertThat(track.playedSeconds()).isEqualTo(1);
    assertThat(track.mediaSeconds()).isEqualTo(49_024 / 48_000.0);
  }

  @Test
  void framesAtUnevenTimesAreSeen() throws IOException {
    byte[] changed = clip.clone();
    int table = new String(clip, ISO_8859_1).indexOf("stts");
    ByteBuffer file = ByteBuffer.wrap(changed);
    assertThat(file.getInt(table + 8)).as("one entry for 25 frames").isEqualTo(1);
    file.putInt(table + 16, file.getInt(table + 16) + 7);

    List<Double> times = inspect(changed).video().times();

    assertThat(times.get(24)).isGreaterThan(0.9601);
  }

  @Test
  void keyFramesAreThoseThatTheFileLists() throws IOException {
    byte[] changed = clip.clone();
    int table = new String(clip, ISO_8859_1).indexOf("stss");
    ByteBuffer.wrap(changed).putInt(table + 16, 12);

    assertThat(inspect(clip).video().keyFrames()).containsExactly(0, 10, 20);
    assertThat(inspect(changed).video().keyFrames()).containsExactly(0, 11, 20);
  }

  @Test
  void withoutAListEveryFrameIsAKeyFrame() throws IOException {
    byte[] changed = clip.clone();
    int table = new String(clip, ISO_8859_1).indexOf("stss");
    System.arraycopy("free".getBytes(ISO_8859_1), 0, changed, table, 4);

    assertThat(inspect(changed).video().keyFrames()).hasSize(25);
  }

  @Test
  void aBrokenBoxIsNotFollowed() throws IOException {
    byte[] changed = clip.clone();
    int box = new String(clip, ISO_8859_1).indexOf("mvhd") - 4;
    ByteBuffer.wrap(changed).putInt(box, 3);
    Path file = Files.write(folder.resolve("broken.mp4"), changed);

    assertThat(Mp4Box.of(file).stream().filter(outer -> outer.type().equals("moov")))
        .singleElement()
        .satisfies(moov -> assertThat(moov.boxes()).isEmpty());
  }

  @Test
  void whatIsNoVideoIsRefused() throws IOException {
    assertRefused(
        Files.write(folder.resolve("text.mp4"), "no video".repeat(100).getBytes(ISO_8859_1)));
    assertRefused(Files.write(folder.resolve("empty.mp4"), new byte[0]));
    assertRefused(folder.resolve("voice.wav"));
    assertRefused(folder.resolve("absent.mp4"));
  }

  @Test
  void aPieceHasNoSound() throws IOException {
    VideoInspection piece = VideoInspection.of(folder.resolve("piece.h264"));

    assertThat(piece.audio()).isEmpty();
    assertThat(piece.sound()).isEmpty();
    assertThat(piece.headerFirst()).isFalse();
  }

  private static void assertRefused(Path file) {
    assertThatThrownBy(() -> VideoInspection.of(file))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING_FAILED));
  }

  private static int lastIndex(String box) {
    return new String(clip, ISO_8859_1).lastIndexOf(box);
  }

  private static VideoInspection inspect(byte[] file) throws IOException {
    return VideoInspection.of(Files.write(Files.createTempFile(folder, "clip", ".mp4"), file));
  }

  private static Mp4Track track(ByteBuffer edits, int scale, int samples) {
    ByteBuffer movie = ByteBuffer.allocate(24).putInt(12, 1000);
    ByteBuffer media = ByteBuffer.allocate(24).putInt(12, scale);
    ByteBuffer handler = ByteBuffer.allocate(16).put(8, "soun".getBytes(ISO_8859_1));
    ByteBuffer durations = ByteBuffer.allocate(16).putInt(4, 1).putInt(8, samples).putInt(12, 1);
    Mp4Box sampleTable = nest("minf", nest("stbl", new Mp4Box("stts", durations, List.of())));
    Mp4Box mediaBox =
        nest(
            "mdia",
            new Mp4Box("mdhd", media, List.of()),
            new Mp4Box("hdlr", handler, List.of()),
            sampleTable);
    Mp4Box trackBox = nest("trak", nest("edts", new Mp4Box("elst", edits, List.of())), mediaBox);
    return Mp4Track.of(List.of(nest("moov", new Mp4Box("mvhd", movie, List.of()), trackBox)))
        .get(0);
  }

  private static Mp4Box nest(String type, Mp4Box... boxes) {
    return new Mp4Box(type, ByteBuffer.allocate(0), List.of(boxes));
  }
}
