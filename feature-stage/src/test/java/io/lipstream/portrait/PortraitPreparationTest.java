package io.lipstream.portrait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.Network;
import io.lipstream.inference.OnnxNetwork;
import io.lipstream.inference.Tensor;
import io.lipstream.pipeline.RenderParameters;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortraitPreparationTest {
  private static final int NOSE_TIP = 4;
  private static final int UPPER_INNER_LIP = 13;
  private static final int LOWER_INNER_LIP = 14;
  private static final int RIGHT_EYE_CORNER = 33;
  private static final int LEFT_EYE_CORNER = 263;

  private static OnnxNetwork detector;
  private static OnnxNetwork mesh;
  private static PortraitPreparation preparation;

  @TempDir private Path folder;

  @BeforeAll
  static void openNetworks() {
    detector = OnnxNetwork.open("face_detection_short_range.onnx");
    mesh = OnnxNetwork.open("face_landmark_with_attention.onnx");
    preparation = new PortraitPreparation(PortraitSettings.defaults(), detector, mesh);
  }

  @AfterAll
  static void closeNetworks() {
    detector.close();
    mesh.close();
  }

  @Test
  void findsTheAstronautWhereSheIs() {
    PreparedPortrait portrait = preparation.prepare(Pictures.ASTRONAUT, whole(512));

    assertThat(portrait.frame().width()).isEqualTo(512);
    assertThat(portrait.frame().height()).isEqualTo(512);
    FaceLandmarks face = portrait.landmarks();
    assertThat(face.confidence()).isGreaterThan(0.9f);
    assertThat(face.x(NOSE_TIP)).isCloseTo(223f, within(3f));
    assertThat(face.y(NOSE_TIP)).isCloseTo(126.5f, within(3f));
    assertThat(face.y(LOWER_INNER_LIP) - face.y(UPPER_INNER_LIP))
        .describedAs("she smiles with her teeth visible")
        .isBetween(3f, 15f);
  }

  @Test
  void keepsThePixelsOfAPortraitThatHasTheSizeOfTheVideo() throws IOException {
    PreparedPortrait portrait = preparation.prepare(Pictures.ASTRONAUT, whole(512));

    assertThat(portrait.frame().rgb()).isEqualTo(Pictures.rgb(Pictures.read(Pictures.ASTRONAUT)));
  }

  @ParameterizedTest
  @CsvSource({
    "1058, 793, 512, 684, 512",
    "793, 1058, 512, 512, 684",
    "743, 1155, 512, 512, 796",
    "743, 1155, 255, 256, 398"
  })
  void makesEvenSizesAndKeepsTheAspectWithinOneStep(
      int width, int height, int shortSide, int frameWidth, int frameHeight) {
    RgbImage picture = new RgbImage(width, height, new byte[3 * width * height]);

    Framing framing = Framing.whole(picture, shortSide);

    assertThat(framing.width()).isEqualTo(frameWidth);
    assertThat(framing.height()).isEqualTo(frameHeight);
  }

  @Test
  void repeatsBitByBit() {
    byte[] first =
        PreparedPortraitFormat.write(preparation.prepare(Pictures.MONA_LISA, whole(384)));
    byte[] second =
        PreparedPortraitFormat.write(preparation.prepare(Pictures.MONA_LISA, whole(384)));

    assertThat(second).isEqualTo(first);
  }

  @Test
  void writesAndReadsWithoutLoss() {
    PreparedPortrait portrait = preparation.prepare(Pictures.MONA_LISA, whole(256));

    PreparedPortrait again = PreparedPortraitFormat.read(PreparedPortraitFormat.write(portrait));

    assertThat(again.frame().width()).isEqualTo(portrait.frame().width());
    assertThat(again.frame().rgb()).isEqualTo(portrait.frame().rgb());
    assertThat(again.landmarks().points()).isEqualTo(portrait.landmarks().points());
    assertThat(again.landmarks().confidence()).isEqualTo(portrait.landmarks().confidence());
  }

  @Test
  void cropsTheFaceGrownByTheExpandRatio() {
    PreparedPortrait narrow = preparation.prepare(Pictures.MONA_LISA, face(256, 0.2, 0));
    PreparedPortrait wide = preparation.prepare(Pictures.MONA_LISA, face(256, 0.6, 0));

    float narrowEyes = eyeDistance(narrow.landmarks());
    float wideEyes = eyeDistance(wide.landmarks());
    // Both crops are as wide as the face and twice the ratio, and 256 pixels of it.
    assertThat(narrowEyes / wideEyes).isCloseTo(2.2f / 1.4f, within(0.05f));
    assertThat(narrow.frame().width()).isEqualTo(256);
  }

  @Test
  void warnsOfAnEnlargedPortrait() throws IOException {
    Path small = Pictures.write(folder, "small.png", Pictures.scaled(Pictures.ASTRONAUT, 200, 200));
    List<String> warnings = new ArrayList<>();

    PreparedPortrait portrait = preparation.prepare(small, whole(512), warnings::add);

    assertThat(portrait.frame().width()).isEqualTo(512);
    assertThat(warnings).singleElement().asString().contains("enlarged 2.56 times");
  }

  @Test
  void findsTheSameFaceInEveryAspect() throws IOException {
    BufferedImage astronaut = Pictures.read(Pictures.ASTRONAUT);
    Path tall = Pictures.write(folder, "tall.png", Pictures.padded(astronaut, 512, 1536, 0, 512));
    Path wide = Pictures.write(folder, "wide.png", Pictures.padded(astronaut, 1536, 512, 1024, 0));

    FaceLandmarks inTall = preparation.prepare(tall, whole(512)).landmarks();
    FaceLandmarks inWide = preparation.prepare(wide, whole(512)).landmarks();

    FaceLandmarks plain = preparation.prepare(Pictures.ASTRONAUT, whole(512)).landmarks();
    assertThat(inTall.y(NOSE_TIP) - 512).isCloseTo(plain.y(NOSE_TIP), within(2f));
    assertThat(inWide.x(NOSE_TIP) - 1024).isCloseTo(plain.x(NOSE_TIP), within(2f));
  }

  @Test
  void animatesTheLargestOfTwoFacesUnlessAnotherIsAskedFor() throws IOException {
    BufferedImage two = Pictures.padded(Pictures.read(Pictures.ASTRONAUT), 1000, 600, 0, 40);
    two.createGraphics().drawImage(Pictures.scaled(Pictures.MONA_LISA, 300, 466), 650, 60, null);
    Path file = Pictures.write(folder, "two faces.png", two);

    FaceLandmarks largest = preparation.prepare(file, face(256, 0.2, 0)).landmarks();
    FaceLandmarks first = preparation.prepare(file, select(600, 0)).landmarks();
    FaceLandmarks second = preparation.prepare(file, select(600, 1)).landmarks();

    assertThat(largest.confidence()).isGreaterThan(0.5f);
    assertThat(first.x(NOSE_TIP)).isLessThan(512);
    assertThat(second.x(NOSE_TIP)).isGreaterThan(650);
    assertThatThrownBy(() -> preparation.prepare(file, select(600, 2)))
        .isInstanceOfSatisfying(
            LipstreamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FACE_NOT_FOUND))
        .hasMessageContaining("face 2 was asked for")
        .hasMessageContaining("the portrait has 2");
  }

  @Test
  void findsASmallFaceInALargeScene() throws IOException {
    BufferedImage scene =
        Pictures.padded(Pictures.read(Pictures.ASTRONAUT), 3000, 2000, 2300, 1400);
    Path file = Pictures.write(folder, "scene.png", scene);

    FaceLandmarks face = preparation.prepare(file, face(256, 0.2, 0)).landmarks();

    assertThat(eyeDistance(face)).isBetween(80f, 200f);
  }

  @Test
  void refusesAPictureWithoutAFace() throws IOException {
    Path file = Pictures.write(folder, "drawing.png", Pictures.drawing(600, 400));

    assertThatThrownBy(() -> preparation.prepare(file, whole(512)))
        .isInstanceOfSatisfying(
            LipstreamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FACE_NOT_FOUND))
        .hasMessageContaining("no face of at least 40 px")
        .hasMessageContaining("600x400");
  }

  @Test
  void refusesAFaceTooSmallToAnimate() throws IOException {
    Path file = Pictures.write(folder, "tiny.png", Pictures.scaled(Pictures.ASTRONAUT, 150, 150));

    assertThatThrownBy(() -> preparation.prepare(file, whole(512)))
        .isInstanceOfSatisfying(
            LipstreamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FACE_NOT_FOUND))
        .hasMessageContaining("at least 40 px");
  }

  @Test
  void refusesAFaceThatTheVideoWouldShowTooSmall() throws IOException {
    BufferedImage scene = Pictures.padded(Pictures.read(Pictures.ASTRONAUT), 2048, 2048, 700, 700);
    Path file = Pictures.write(folder, "far.png", scene);

    assertThatThrownBy(() -> preparation.prepare(file, whole(256)))
        .isInstanceOfSatisfying(
            LipstreamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FACE_NOT_FOUND))
        .hasMessageContaining("in a video of 256x256");
  }

  @ParameterizedTest
  @CsvSource({"20, false", "-20, false", "32, true", "-32, true"})
  void refusesAFaceThatLooksTooFarAside(double degrees, boolean refused) {
    PortraitPreparation aside =
        new PortraitPreparation(
            PortraitSettings.defaults(), detector, new TurnedMesh(mesh, degrees));

    if (refused) {
      assertThatThrownBy(() -> aside.prepare(Pictures.ASTRONAUT, whole(512)))
          .isInstanceOfSatisfying(
              LipstreamException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.FACE_NOT_FOUND))
          .hasMessageMatching("the face looks 3[0-9] degrees aside, at most 25 .*");
    } else {
      assertThat(aside.prepare(Pictures.ASTRONAUT, whole(512)).landmarks().confidence())
          .isGreaterThan(0.9f);
    }
  }

  @Test
  void takesAPaintingThatLooksALittleAside() {
    assertThat(preparation.prepare(Pictures.MONA_LISA, whole(512)).landmarks().confidence())
        .isGreaterThan(0.9f);
    PortraitPreparation strict =
        new PortraitPreparation(new PortraitSettings(50_000_000, 40, 0.5, 10), detector, mesh);

    assertThatThrownBy(() -> strict.prepare(Pictures.MONA_LISA, whole(512)))
        .isInstanceOf(LipstreamException.class)
        .hasMessageContaining("degrees aside, at most 10");
  }

  @Test
  void refusesAnAspectThatNoEncoderTakes() throws IOException {
    Path file = Pictures.write(folder, "strip.png", Pictures.drawing(40, 4000));

    assertThatThrownBy(() -> preparation.prepare(file, whole(512)))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_TOO_LARGE))
        .hasMessageContaining("512x51200");
  }

  /** The mesh, which gives depths as of a face that looks so much further aside. */
  private record TurnedMesh(Network mesh, double degrees) implements Network {
    @Override
    public Map<String, Tensor> run(Map<String, Tensor> inputs) {
      Map<String, Tensor> outputs = new HashMap<>(mesh.run(inputs));
      Tensor surface = outputs.get("output_mesh_identity");
      float[] values = new float[surface.values().remaining()];
      surface.values().duplicate().get(values);
      for (int i = 0; i < values.length; i += 3) {
        values[i + 2] += (float) (Math.tan(Math.toRadians(degrees)) * values[i]);
      }
      outputs.put("output_mesh_identity", Tensor.of(values, surface.shape()));
      return outputs;
    }

    @Override
    public void close() {}
  }

  private static float eyeDistance(FaceLandmarks face) {
    return (float)
        Math.hypot(
            face.x(LEFT_EYE_CORNER) - face.x(RIGHT_EYE_CORNER),
            face.y(LEFT_EYE_CORNER) - face.y(RIGHT_EYE_CORNER));
  }

  private static RenderParameters whole(int shortSide) {
    return parameters(shortSide, 0.2, false, 0);
  }

  private static RenderParameters select(int shortSide, int face) {
    return parameters(shortSide, 0.2, false, face);
  }

  private static RenderParameters face(int shortSide, double expandRatio, int face) {
    return parameters(shortSide, expandRatio, true, face);
  }

  private static RenderParameters parameters(
      int shortSide, double expandRatio, boolean faceFraming, int face) {
    return new RenderParameters(
        shortSide, expandRatio, 25, 1, 1, true, true, 0, 25, faceFraming, face);
  }
}
