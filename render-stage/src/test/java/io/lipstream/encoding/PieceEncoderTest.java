package io.lipstream.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inspection.DecodedPicture;
import io.lipstream.inspection.InspectedVideo;
import io.lipstream.inspection.VideoInspection;
import io.lipstream.portrait.RgbImage;
import io.lipstream.rendering.Region;
import io.lipstream.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PieceEncoderTest {
  private static final PieceEncoder ENCODER =
      new PieceEncoder(EncodingSettings.from(Settings.parse(EncodingSettings.SETTINGS, Map.of())));

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"128,128", "512,512", "1058,792", "512,796", "64,16"})
  void aPieceIsAClosedGroupOfTaggedHighProfilePictures(int width, int height) throws IOException {
    Region region = new Region(0, 0, Math.min(64, width), 16);
    byte[] piece = encode(Patches.waves(width, height), region, 25, 10);

    InspectedVideo video = inspect(piece).video();

    assertThat(video.codec()).isEqualTo("h264");
    assertThat(video.profile()).isEqualTo("High");
    assertThat(video.width()).isEqualTo(width);
    assertThat(video.height()).isEqualTo(height);
    assertThat(video.frames()).isEqualTo(10);
    assertThat(video.keyFrames()).containsExactly(0);
    assertThat(List.of(video.primaries(), video.transfer(), video.matrix())).containsOnly("bt709");
    assertThat(video.range()).isEqualTo("tv");
  }

  @ParameterizedTest
  @CsvSource({
    "0,0,0",
    "16,16,16",
    "128,128,128",
    "235,235,235",
    "255,255,255",
    "255,0,0",
    "0,255,0",
    "0,0,255",
    "255,255,0",
    "0,255,255",
    "255,0,255",
    "200,120,80"
  })
  void coloursComeBackWithinTwoLevels(int red, int green, int blue) throws IOException {
    RgbImage patch = Patches.plain(64, 64, red, green, blue);

    RgbImage decoded = pictures(encode(patch, new Region(16, 16, 32, 32), 25, 3)).get(2).toRgb();

    for (int i = 0; i < patch.rgb().length; i++) {
      assertThat(decoded.rgb()[i] & 0xff).isCloseTo(patch.rgb()[i] & 0xff, within(2));
    }
  }

  @Test
  void onlyTheRegionChanges() throws IOException {
    RgbImage still = Patches.plain(96, 64, 128, 128, 128);
    Region region = new Region(32, 16, 32, 16);
    byte[] piece =
        ENCODER.encode(
            StillPicture.of(still),
            region,
            25,
            sink -> sink.frame(Patches.plain(32, 16, 235, 235, 235)));

    RgbImage decoded = pictures(piece).get(0).toRgb();

    for (int y = 0; y < 64; y++) {
      for (int x = 0; x < 96; x++) {
        boolean inside = x >= 32 && x < 64 && y >= 16 && y < 32;
        assertThat(decoded.rgb()[3 * (y * 96 + x)] & 0xff)
            .as("(%d, %d)", x, y)
            .isCloseTo(inside ? 235 : 128, within(4));
      }
    }
  }

  @Test
  void theLastRegionStaysUntilTheNext() throws IOException {
    RgbImage still = Patches.plain(64, 64, 60, 60, 60);
    Region region = new Region(16, 16, 16, 16);
    byte[] piece =
        ENCODER.encode(
            StillPicture.of(still),
            region,
            25,
            sink -> {
              sink.frame(Patches.plain(16, 16, 200, 200, 200));
              sink.frame(Patches.plain(16, 16, 60, 60, 60));
            });

    List<DecodedPicture> pictures = pictures(piece);

    assertThat(pictures.get(0).toRgb().rgb()[3 * (24 * 64 + 24)] & 0xff).isCloseTo(200, within(2));
    assertThat(pictures.get(1).toRgb().rgb()[3 * (24 * 64 + 24)] & 0xff).isCloseTo(60, within(2));
  }

  @Test
  void theSameFramesGiveTheSameBytes() {
    RgbImage still = Patches.waves(128, 96);
    Region region = new Region(32, 32, 64, 32);

    assertThat(encode(still, region, 25, 12)).isEqualTo(encode(still, region, 25, 12));
  }

  @Test
  void aCoarserQuantizerGivesFewerBytes() {
    StillPicture still = StillPicture.of(Patches.waves(256, 256));
    Region region = new Region(0, 0, 256, 256);
    FrameSource noise = sink -> sink.frame(Patches.waves(256, 256));

    int fine = new PieceEncoder(new EncodingSettings(16)).encode(still, region, 25, noise).length;
    int coarse = new PieceEncoder(new EncodingSettings(36)).encode(still, region, 25, noise).length;

    assertThat(coarse).isLessThan(fine / 2);
  }

  @Test
  void refusesOddSides() {
    RgbImage odd = Patches.plain(65, 64, 1, 2, 3);

    assertThatThrownBy(() -> StillPicture.of(odd)).hasMessageContaining("65x64");
    assertThatThrownBy(() -> new Region(1, 0, 16, 16)).hasMessageContaining("not even");
  }

  @Test
  void refusesAPictureThatIsTooLarge() {
    StillPicture still = StillPicture.of(Patches.plain(6400, 1600, 0, 0, 0));

    assertThatThrownBy(() -> ENCODER.encode(still, new Region(0, 0, 16, 16), 25, sink -> {}))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING_FAILED))
        .hasMessageContaining("6400x1600");
  }

  @Test
  void refusesAPictureThatIsTooSmall() {
    StillPicture still = StillPicture.of(Patches.plain(64, 14, 0, 0, 0));

    assertThatThrownBy(() -> ENCODER.encode(still, new Region(0, 0, 2, 2), 25, sink -> {}))
        .hasMessageContaining("64x14");
  }

  @Test
  void refusesAPieceWithoutFrames() {
    StillPicture still = StillPicture.of(Patches.plain(64, 64, 0, 0, 0));

    assertThatThrownBy(() -> ENCODER.encode(still, new Region(0, 0, 16, 16), 25, sink -> {}))
        .hasMessageContaining("at least one frame");
  }

  @Test
  void aFailingSourceEndsThePiece() {
    StillPicture still = StillPicture.of(Patches.plain(64, 64, 0, 0, 0));

    assertThatThrownBy(
            () ->
                ENCODER.encode(
                    still,
                    new Region(0, 0, 16, 16),
                    25,
                    sink -> {
                      throw new LipstreamException(ErrorCode.ENGINE_FAILED, "no more frames");
                    }))
        .hasMessage("no more frames");
  }

  @Test
  void settingsRefuseAQuantizerThatIsNone() {
    Settings settings =
        Settings.parse(EncodingSettings.SETTINGS, Map.of("encoding.quantizer", "52"));

    assertThatThrownBy(() -> EncodingSettings.from(settings)).hasMessageContaining("1 to 51");
  }

  private static byte[] encode(RgbImage still, Region region, int framesPerSecond, int frames) {
    return ENCODER.encode(
        StillPicture.of(still),
        region,
        framesPerSecond,
        sink -> {
          for (int i = 0; i < frames; i++) {
            sink.frame(cut(still, region));
          }
        });
  }

  private static RgbImage cut(RgbImage picture, Region region) {
    byte[] rgb = new byte[3 * region.width() * region.height()];
    for (int y = 0; y < region.height(); y++) {
      System.arraycopy(
          picture.rgb(),
          3 * ((region.y() + y) * picture.width() + region.x()),
          rgb,
          3 * y * region.width(),
          3 * region.width());
    }
    return new RgbImage(region.width(), region.height(), rgb);
  }

  private VideoInspection inspect(byte[] piece) throws IOException {
    return VideoInspection.of(Files.write(Files.createTempFile(folder, "piece", ".h264"), piece));
  }

  private List<DecodedPicture> pictures(byte[] piece) throws IOException {
    List<DecodedPicture> pictures = new ArrayList<>();
    inspect(piece).pictures(pictures::add);
    return pictures;
  }
}
