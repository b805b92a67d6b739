package io.lipstream.portrait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.awt.image.BufferedImage;
import java.awt.image.WritableRaster;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PortraitDecoderTest {
  private static final int FULL_SIZE = 10_000;

  private final PortraitDecoder decoder = new PortraitDecoder(50_000_000);

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void turnsJpegsUprightByTheirExifOrientation(int orientation) throws IOException {
    BufferedImage stored = JpegBytes.storedFor(Pictures.quadrants(64, 48), orientation);
    byte[] jpeg = JpegBytes.withOrientation(JpegBytes.encode(stored), orientation);

    RgbImage upright = decode("photo.jpg", jpeg).image();

    assertThat(upright.width()).isEqualTo(64);
    assertThat(upright.height()).isEqualTo(48);
    assertLooksLike(upright, Pictures.quadrants(64, 48), 6);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 6, 8})
  void turnsPngsUprightByTheirExifOrientation(int orientation) throws IOException {
    BufferedImage stored = JpegBytes.storedFor(Pictures.quadrants(64, 48), orientation);
    byte[] png = PngBytes.withChunk(PngBytes.encode(stored), "eXIf", JpegBytes.tiff(orientation));

    assertLooksLike(decode("photo.png", png).image(), Pictures.quadrants(64, 48), 0);
  }

  @Test
  void turnsWebpUprightByItsExifOrientation() throws IOException {
    byte[] plain = Files.readAllBytes(Path.of("src/test/resources/pictures/lossless.webp"));

    RgbImage image = decode("photo.webp", WebpBytes.withOrientation(plain, 64, 48, 6)).image();

    // Stored on its side: what was its left edge, top to bottom, is the top edge, right to left.
    assertThat(image.width()).isEqualTo(48);
    assertThat(image.height()).isEqualTo(64);
    assertThat(new int[] {channel(image, 40, 10, 0), channel(image, 40, 10, 1)})
        .containsExactly(0xCC, 0x33);
    assertThat(new int[] {channel(image, 10, 10, 0), channel(image, 10, 10, 2)})
        .containsExactly(0x33, 0xCC);
  }

  @Test
  void refusesAnAnimatedWebp() throws IOException {
    byte[] plain = Files.readAllBytes(Path.of("src/test/resources/pictures/lossless.webp"));

    assertRefused(WebpBytes.animated(plain, 64, 48), ErrorCode.IMAGE_UNREADABLE, "animated");
  }

  @ParameterizedTest
  @ValueSource(strings = {"png", "bmp", "gif", "jpg"})
  void readsEachKind(String kind) throws IOException {
    Path file = Pictures.write(folder, "portrait." + kind, Pictures.quadrants(50, 31));

    RgbImage image = decoder.decode(file, FULL_SIZE).image();

    assertLooksLike(image, Pictures.read(file), kind.equals("jpg") ? 4 : 0);
  }

  @ParameterizedTest
  @CsvSource({"lossy.webp, 12", "lossless.webp, 0", "transparent.webp, 12"})
  void readsWebp(String name, int tolerance) {
    RgbImage image =
        decoder.decode(Path.of("src/test/resources/pictures", name), FULL_SIZE).image();

    assertLooksLike(image, Pictures.quadrants(64, 48), tolerance);
  }

  @ParameterizedTest
  @ValueSource(ints = {BufferedImage.TYPE_BYTE_BINARY, BufferedImage.TYPE_BYTE_INDEXED})
  void readsPalettePngs(int type) throws IOException {
    BufferedImage picture = new BufferedImage(40, 30, type);
    picture.createGraphics().drawImage(Pictures.quadrants(40, 30), 0, 0, null);
    Path file = Pictures.write(folder, "portrait.png", picture);

    assertLooksLike(decoder.decode(file, FULL_SIZE).image(), picture, 0);
  }

  @ParameterizedTest
  @CsvSource({"10, 1", "11, 257"})
  void readsGreyPngsOfEightAndSixteenBits(int type, int step) throws IOException {
    BufferedImage picture = new BufferedImage(200, 4, type);
    for (int i = 0; i < 800; i++) {
      picture.getRaster().setSample(i % 200, i / 200, 0, step * (i % 200));
    }
    Path file = Pictures.write(folder, "grey.png", picture);

    RgbImage image = decoder.decode(file, FULL_SIZE).image();

    for (int x = 0; x < 200; x++) {
      assertThat(channel(image, x, 2, 0)).isEqualTo(x);
      assertThat(channel(image, x, 2, 1)).isEqualTo(x);
      assertThat(channel(image, x, 2, 2)).isEqualTo(x);
    }
  }

  @Test
  void readsAGreyJpeg() throws IOException {
    BufferedImage picture = new BufferedImage(40, 30, BufferedImage.TYPE_BYTE_GRAY);
    WritableRaster raster = picture.getRaster();
    for (int x = 0; x < 40; x++) {
      for (int y = 0; y < 30; y++) {
        raster.setSample(x, y, 0, 6 * x);
      }
    }

    RgbImage image = decode("grey.jpg", JpegBytes.encode(picture)).image();

    for (int x = 0; x < 40; x++) {
      assertThat(channel(image, x, 15, 0)).isBetween(6 * x - 4, 6 * x + 4);
      assertThat(channel(image, x, 15, 2)).isEqualTo(channel(image, x, 15, 0));
    }
  }

  @Test
  void readsCmykJpegsAsAdobeWritesThem() throws IOException {
    RgbImage image = decode("print.jpg", JpegBytes.cmyk(Pictures.quadrants(64, 48))).image();

    assertLooksLike(image, Pictures.quadrants(64, 48), 10);
  }

  @Test
  void roundsSixteenBitsToEight() throws IOException {
    byte[] png = PngBytes.sixteenBits(3, 1, 0x0000, 0x8080, 0xFFFF);

    RgbImage image = decode("deep.png", png).image();

    assertThat(channel(image, 0, 0, 0)).isZero();
    assertThat(channel(image, 1, 0, 1)).isEqualTo(0x80);
    assertThat(channel(image, 2, 0, 2)).isEqualTo(255);
  }

  @Test
  void laysTransparencyOverWhite() throws IOException {
    BufferedImage picture = new BufferedImage(3, 1, BufferedImage.TYPE_INT_ARGB);
    picture.setRGB(0, 0, 0x00FF0000);
    picture.setRGB(1, 0, 0x800000FF);
    picture.setRGB(2, 0, 0xFF102030);
    Path file = Pictures.write(folder, "cut out.png", picture);

    RgbImage image = decoder.decode(file, FULL_SIZE).image();

    assertThat(pixel(image, 0)).containsExactly(255, 255, 255);
    assertThat(pixel(image, 1)).containsExactly(127, 127, 255);
    assertThat(pixel(image, 2)).containsExactly(0x10, 0x20, 0x30);
  }

  @Test
  void bringsColoursOfAnotherProfileToSrgb() throws IOException {
    BufferedImage picture = new BufferedImage(32, 32, BufferedImage.TYPE_INT_RGB);
    picture.createGraphics().fillRect(0, 0, 32, 32);
    for (int i = 0; i < 32 * 32; i++) {
      picture.setRGB(i % 32, i / 32, 0x606060);
    }
    byte[] linear = ICC_Profile.getInstance(ColorSpace.CS_LINEAR_RGB).getData();
    byte[] png = PngBytes.withChunk(PngBytes.encode(picture), "iCCP", PngBytes.profile(linear));

    RgbImage image = decode("linear.png", png).image();

    // 0x60 of linear light is 0xA5 in sRGB: 1.055 (96/255)^(1/2.4) - 0.055.
    assertThat(channel(image, 16, 16, 1)).isBetween(0xA4, 0xA6);
  }

  @Test
  void aBrokenProfileIsPassedOver() throws IOException {
    byte[] png =
        PngBytes.withChunk(
            PngBytes.encode(Pictures.quadrants(20, 20)), "iCCP", PngBytes.profile(new byte[200]));

    assertLooksLike(decode("portrait.png", png).image(), Pictures.quadrants(20, 20), 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jpg", "png"})
  void bringsALargePictureDownWhileReadingIt(String kind) throws IOException {
    Path file = Pictures.write(folder, "large." + kind, Pictures.quadrants(4096, 6144));

    DecodedPortrait portrait = decoder.decode(file, 512);

    assertThat(portrait.reduction()).isEqualTo(8);
    assertThat(portrait.image().width()).isEqualTo(512);
    assertThat(portrait.image().height()).isEqualTo(768);
    assertLooksLike(portrait.image(), Pictures.quadrants(512, 768), 6);
  }

  @ParameterizedTest
  @CsvSource({"1000, 1900, 1000", "1000, 2047, 1023", "700, 2048, 682", "300, 2113, 301"})
  void leavesAtLeastWhatIsNeededAndLessThanTwice(int shortSide, int width, int expected)
      throws IOException {
    Path file = Pictures.write(folder, "wide.jpg", Pictures.quadrants(width + 100, width));

    RgbImage image = decoder.decode(file, shortSide).image();

    assertThat(image.height()).isBetween(Math.min(expected, shortSide), 2 * shortSide);
  }

  @Test
  void refusesMorePixelsThanTheLimitBeforeDecoding() throws IOException {
    byte[] png = PngBytes.claiming(PngBytes.encode(Pictures.quadrants(8, 8)), 30_000, 30_000);

    assertRefused(png, ErrorCode.IMAGE_TOO_LARGE, "30000x30000 pixels of 8 bits");
  }

  @Test
  void countsAPixelOfSixteenBitsTwice() throws IOException {
    byte[] png = PngBytes.claiming(PngBytes.sixteenBits(1, 1, 0), 6000, 6000);

    assertRefused(png, ErrorCode.IMAGE_TOO_LARGE, "6000x6000 pixels of 16 bits");
  }

  @Test
  void aJpegWhoseSecondFrameHeaderIsLargerDoesNotEscapeTheLimit() throws IOException {
    byte[] jpeg = JpegBytes.encode(Pictures.quadrants(64, 48));
    byte[] bomb = JpegBytes.withSecondFrameHeader(jpeg, 60_000, 60_000);

    assertThatThrownBy(() -> decode("bomb.jpg", bomb)).isInstanceOf(LipstreamException.class);
  }

  @Test
  void textAndProfilesThatUnfoldWithoutMeasureNeverReachTheDecoder() throws Exception {
    byte[] png = PngBytes.encode(Pictures.quadrants(20, 20));
    byte[] unfolding = PngBytes.profile(PngBytes.zeros(256 << 20));
    byte[] bomb = PngBytes.withChunk(PngBytes.withChunk(png, "iCCP", unfolding), "zTXt", unfolding);

    assertThat(PngHeader.pixelsOnly(bomb)).isEqualTo(png);
    assertThat(PngHeader.read(ByteBuffer.wrap(bomb)).colorProfile()).isEmpty();
    assertLooksLike(decode("bomb.png", bomb).image(), Pictures.quadrants(20, 20), 0);
  }

  @Test
  void refusesAnEmptyFile() throws IOException {
    assertRefused(new byte[0], ErrorCode.IMAGE_UNREADABLE, "it is empty");
  }

  @Test
  void refusesWhatIsNoPicture() throws IOException {
    assertRefused(
        "<svg xmlns='http://www.w3.org/2000/svg'/>".getBytes(StandardCharsets.UTF_8),
        ErrorCode.IMAGE_UNREADABLE,
        "it is not a JPEG, PNG, WebP, GIF or BMP");
  }

  @ParameterizedTest
  @ValueSource(strings = {"png", "jpg", "bmp", "gif", "webp"})
  void refusesAFileThatBreaksOffAnywhere(String kind) throws IOException {
    Path file =
        kind.equals("webp")
            ? Path.of("src/test/resources/pictures/lossy.webp")
            : Pictures.write(folder, "whole." + kind, Pictures.drawing(120, 90));
    byte[] whole = Files.readAllBytes(file);

    for (int length = 1; length < whole.length - 2; length += Math.max(1, whole.length / 40)) {
      byte[] part = Arrays.copyOf(whole, length);

      assertThatThrownBy(() -> decode("part." + kind, part))
          .describedAs("%d of %d bytes", length, whole.length)
          .isInstanceOfSatisfying(
              LipstreamException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_UNREADABLE));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"png", "jpg", "bmp", "gif"})
  void damagedBytesEndAsAPictureOrAsACodedError(String kind) throws IOException {
    Path file = Pictures.write(folder, "whole." + kind, Pictures.drawing(120, 90));
    byte[] whole = Files.readAllBytes(file);
    SplittableRandom random = new SplittableRandom(1);

    for (int round = 0; round < 200; round++) {
      byte[] damaged = whole.clone();
      for (int i = 0; i < 1 + round % 8; i++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        decode("damaged." + kind, damaged);
      } catch (LipstreamException e) {
        assertThat(e.code()).isIn(ErrorCode.IMAGE_UNREADABLE, ErrorCode.IMAGE_TOO_LARGE);
      }
    }
  }

  @Test
  void namesWithBlanksAndUmlautsAreNames() throws IOException {
    Path file = Pictures.write(folder, "Müllers Porträt 肖像.png", Pictures.quadrants(16, 16));

    assertThat(decoder.decode(file, FULL_SIZE).image().width()).isEqualTo(16);
  }

  private DecodedPortrait decode(String name, byte[] content) throws IOException {
    return decoder.decode(Files.write(folder.resolve(name), content), FULL_SIZE);
  }

  private void assertRefused(byte[] content, ErrorCode code, String reason) throws IOException {
    assertThatThrownBy(() -> decode("portrait", content))
        .isInstanceOfSatisfying(LipstreamException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(reason);
  }

  private static void assertLooksLike(RgbImage image, BufferedImage expected, int tolerance) {
    assertThat(image.width()).isEqualTo(expected.getWidth());
    assertThat(image.height()).isEqualTo(expected.getHeight());
    byte[] rgb = Pictures.rgb(expected);
    // Compression blurs where colours meet, so what is compared is the middle of each quarter.
    for (int i = 0; i < 4; i++) {
      int x = image.width() * (1 + 2 * (i % 2)) / 4;
      int y = image.height() * (1 + 2 * (i / 2)) / 4;
      for (int channel = 0; channel < 3; channel++) {
        int wanted = Byte.toUnsignedInt(rgb[3 * (y * image.width() + x) + channel]);
        assertThat(channel(image, x, y, channel))
            .describedAs("channel %d at %d, %d", channel, x, y)
            .isBetween(wanted - tolerance, wanted + tolerance);
      }
    }
  }

  private static int[] pixel(RgbImage image, int x) {
    return new int[] {channel(image, x, 0, 0), channel(image, x, 0, 1), channel(image, x, 0, 2)};
  }

  private static int channel(RgbImage image, int x, int y, int channel) {
    return Byte.toUnsignedInt(image.rgb()[3 * (y * image.width() + x) + channel]);
  }
}
