package io.lipstream.bench.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.motion.MotionChannel;
import io.lipstream.motion.MotionTrack;
import io.lipstream.portrait.FaceLandmarks;
import io.lipstream.portrait.RgbImage;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RetouchTest {
  private static final int CHEEK = 50;
  private static final int NOSE_TIP = 4;
  private static final int CHIN = 152;

  @TempDir private static Path folder;

  private static Studio studio;
  private static BufferedImage photo;
  private static FaceLandmarks face;

  @BeforeAll
  static void findTheFace() throws IOException {
    studio = new Studio(folder);
    photo = Variation.plain(ImageIO.read(studio.photo().toFile()));
    face = studio.prepare(studio.photo(), photo.getHeight()).landmarks();
  }

  @AfterAll
  static void close() {
    studio.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = Variation.class,
      names = {"DARK_SKIN", "PAINTED", "TURNED", "GLASSES"})
  void aFaceIsStillFound(Variation variation) throws IOException {
    assertThat(found(variation).confidence()).isGreaterThan(0.9f);
  }

  @Test
  void aFaceTurnedFarIsRefused() {
    assertThatThrownBy(() -> found(Variation.TURNED_FAR))
        .isInstanceOfSatisfying(
            LipstreamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FACE_NOT_FOUND))
        .hasMessageContaining("degrees aside");
  }

  @Test
  void aTurnMovesTheHeadAndNothingFarAway() {
    RgbImage still = Pictures.image(photo);

    RgbImage turned = Retouch.turned(still, face, 30);

    assertThat(turned.rgb()[0]).isEqualTo(still.rgb()[0]);
    assertThat(difference(still, Retouch.turned(still, face, 0))).isZero();
    assertThat(difference(still, turned)).isPositive();
  }

  @Test
  void darkSkinIsDarkAndTheRestStays() {
    RgbImage still = Pictures.image(photo);

    RgbImage dark = Retouch.darkSkinned(still, face);

    int x = (int) face.x(CHEEK);
    int y = (int) face.y(CHEEK);
    int cheek = 3 * (y * still.width() + x);
    assertThat(dark.rgb()[cheek] & 255).isLessThan((still.rgb()[cheek] & 255) * 2 / 3);
    assertThat(dark.rgb()[0]).isEqualTo(still.rgb()[0]);
  }

  @Test
  void aStillMovesWithTheHeadAndNothingElse() {
    RgbImage still = Pictures.image(photo);
    float[] row = new float[2 * MotionChannel.COUNT];
    row[MotionChannel.COUNT + MotionChannel.HEAD_X.ordinal()] = (float) (4 / FaceShape.width(face));
    row[MotionChannel.COUNT + MotionChannel.JAW_OPEN.ordinal()] = 1;
    MotionTrack motion = new MotionTrack(row);

    RgbImage moved = MovedStill.of(still, face, motion, 1);

    assertThat(difference(still, MovedStill.of(still, face, motion, 0))).isZero();
    for (int landmark : new int[] {NOSE_TIP, CHIN}) {
      int x = (int) face.x(landmark);
      int y = (int) face.y(landmark);
      for (int channel = 0; channel < 3; channel++) {
        assertThat((double) (moved.rgb()[3 * (y * still.width() + x + 4) + channel] & 255))
            .isCloseTo(still.rgb()[3 * (y * still.width() + x) + channel] & 255, within(1.0));
      }
    }
  }

  private static FaceLandmarks found(Variation variation) throws IOException {
    Path file = folder.resolve("variation.png");
    BufferedImage picture = variation.of(photo, face);
    ImageIO.write(picture, "png", file.toFile());
    return studio.prepare(file, picture.getHeight()).landmarks();
  }

  private static int difference(RgbImage one, RgbImage other) {
    int largest = 0;
    for (int i = 0; i < one.rgb().length; i++) {
      largest = Math.max(largest, Math.abs((one.rgb()[i] & 255) - (other.rgb()[i] & 255)));
    }
    return largest;
  }
}
