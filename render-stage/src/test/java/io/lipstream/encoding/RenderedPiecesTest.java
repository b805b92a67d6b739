package io.lipstream.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.inspection.DecodedPicture;
import io.lipstream.inspection.VideoInspection;
import io.lipstream.motion.MotionChannel;
import io.lipstream.motion.MotionTrack;
import io.lipstream.portrait.PreparedPortrait;
import io.lipstream.portrait.RgbImage;
import io.lipstream.rendering.FaceRenderer;
import io.lipstream.rendering.Motions;
import io.lipstream.rendering.Portraits;
import io.lipstream.rendering.Region;
import io.lipstream.rendering.Scene;
import io.lipstream.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real portraits, rendered by the real renderer, encoded with the default settings. */
class RenderedPiecesTest {
  private static final int PIECE = 12;
  private static final PieceEncoder ENCODER =
      new PieceEncoder(EncodingSettings.from(Settings.parse(EncodingSettings.SETTINGS, Map.of())));

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"128x152", "512x512", "1058x792", "512x796"})
  void theBackgroundIsThePreparedFrame(String size) throws IOException {
    PreparedPortrait portrait =
        switch (size) {
          case "128x152" -> Portraits.astronautFace(128);
          case "512x512" -> Portraits.astronaut(512);
          case "1058x792" -> Portraits.landscape(1058, 792);
          default -> Portraits.monaLisa(512);
        };
    RgbImage still = portrait.frame();
    assertThat("%dx%d".formatted(still.width(), still.height())).isEqualTo(size);

    try (FaceRenderer renderer = new FaceRenderer(Portraits.BUNDLE, Portraits.ENGINE)) {
      Scene scene = renderer.prepare(portrait);
      byte[] piece =
          ENCODER.encode(
              StillPicture.of(still),
              scene.region(),
              25,
              sink -> renderer.render(scene, Motions.speech(5), sink));
      for (DecodedPicture picture : decoded(piece)) {
        boolean[] background = outside(scene.region(), still.width(), still.height());
        if (count(background) > 0) {
          assertThat(lumaPsnr(picture, still, background)).isGreaterThan(40);
          for (double error : signedErrors(picture.toRgb(), still, background)) {
            assertThat(error).isCloseTo(0, within(1.0));
          }
        }
      }
    }
  }

  @Test
  void piecesJoinWithoutAJumpOfLightOrQuality() throws IOException {
    MotionTrack motion = Motions.speech(4 * PIECE);
    List<RgbImage> rendered = new ArrayList<>();
    List<DecodedPicture> decoded = new ArrayList<>();
    try (FaceRenderer renderer = new FaceRenderer(Portraits.BUNDLE, Portraits.ENGINE)) {
      Scene scene = renderer.prepare(Portraits.astronaut(512));
      renderer.render(scene, motion, region -> rendered.add(scene.compose(region)));
      StillPicture still = StillPicture.of(scene.still());
      for (int from = 0; from < motion.frames(); from += PIECE) {
        MotionTrack rows = rows(motion, from, from + PIECE);
        decoded.addAll(
            decoded(
                ENCODER.encode(
                    still, scene.region(), 25, sink -> renderer.render(scene, rows, sink))));
      }
    }

    boolean[] everywhere = new boolean[512 * 512];
    Arrays.fill(everywhere, true);
    double[] quality = new double[decoded.size()];
    double[] light = new double[decoded.size()];
    for (int i = 0; i < decoded.size(); i++) {
      quality[i] = lumaPsnr(decoded.get(i), rendered.get(i), everywhere);
      light[i] = mean(decoded.get(i).luma()) - mean(luma(rendered.get(i)));
    }
    for (int border = PIECE; border < decoded.size(); border += PIECE) {
      assertThat(quality[border]).isCloseTo(quality[border - 1], within(0.7));
      assertThat(light[border]).isCloseTo(light[border - 1], within(0.1));
    }
    assertThat(Arrays.stream(quality).min().orElseThrow()).isGreaterThan(40);
  }

  @Test
  void manyEncodingsLeaveNoMemoryBehind() {
    StillPicture still = StillPicture.of(Portraits.astronaut(512).frame());
    Region region = new Region(128, 64, 128, 128);
    FrameSource frames = sink -> sink.frame(Patches.waves(128, 128));

    for (int i = 0; i < 10; i++) {
      ENCODER.encode(still, region, 25, frames);
    }
    long before = Pointer.physicalBytes();
    for (int i = 0; i < 60; i++) {
      ENCODER.encode(still, region, 25, frames);
    }
    long grown = Pointer.physicalBytes() - before;

    // an encoder for 512x512 holds several megabytes
    assertThat(grown).isLessThan(80_000_000);
  }

  private List<DecodedPicture> decoded(byte[] piece) throws IOException {
    List<DecodedPicture> pictures = new ArrayList<>();
    Path file = Files.write(Files.createTempFile(folder, "piece", ".h264"), piece);
    VideoInspection.of(file).pictures(pictures::add);
    return pictures;
  }

  private static MotionTrack rows(MotionTrack motion, int from, int to) {
    return new MotionTrack(
        Arrays.copyOfRange(motion.rows(), from * MotionChannel.COUNT, to * MotionChannel.COUNT));
  }

  private static boolean[] outside(Region region, int width, int height) {
    boolean[] outside = new boolean[width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        outside[y * width + x] =
            x < region.x()
                || x >= region.x() + region.width()
                || y < region.y()
                || y >= region.y() + region.height();
      }
    }
    return outside;
  }

  private static int count(boolean[] pixels) {
    int count = 0;
    for (boolean pixel : pixels) {
      count += pixel ? 1 : 0;
    }
    return count;
  }

  private static double lumaPsnr(DecodedPicture picture, RgbImage expected, boolean[] pixels) {
    byte[] luma = luma(expected);
    double sum = 0;
    for (int i = 0; i < luma.length; i++) {
      int difference = (picture.luma()[i] & 0xff) - (luma[i] & 0xff);
      sum += pixels[i] ? difference * difference : 0;
    }
    return 10 * Math.log10(255.0 * 255 * count(pixels) / Math.max(sum, 1e-9));
  }

  /** Y' by the formula, so that the encoder's conversion is not its own judge. */
  private static byte[] luma(RgbImage picture) {
    byte[] luma = new byte[picture.width() * picture.height()];
    for (int i = 0; i < luma.length; i++) {
      double light =
          0.2126 * (picture.rgb()[3 * i] & 0xff)
              + 0.7152 * (picture.rgb()[3 * i + 1] & 0xff)
              + 0.0722 * (picture.rgb()[3 * i + 2] & 0xff);
      luma[i] = (byte) Math.round(16 + light * 219 / 255);
    }
    return luma;
  }

  private static double[] signedErrors(RgbImage decoded, RgbImage expected, boolean[] pixels) {
    double[] sums = new double[3];
    for (int i = 0; i < decoded.rgb().length; i++) {
      if (pixels[i / 3]) {
        sums[i % 3] += (decoded.rgb()[i] & 0xff) - (expected.rgb()[i] & 0xff);
      }
    }
    int count = count(pixels);
    return Arrays.stream(sums).map(sum -> sum / count).toArray();
  }

  private static double mean(byte[] plane) {
    long sum = 0;
    for (byte value : plane) {
      sum += value & 0xff;
    }
    return (double) sum / plane.length;
  }
}
