package io.lipstream.bundle.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.onnxruntime.OrtException;
import io.lipstream.bundle.Bundle;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the tool makes of MediaPipe's assets answers as the bundle's networks do. The assets are not
 * in the tree; {@code npm pack @mediapipe/face_mesh@0.4.1657299874} gives them, and {@code
 * -Dface.mesh.assets=FILE} says where they stand.
 */
class FaceNetworkParityTest {
  private static final Path SAMPLES = Path.of("../../feature-stage/src/test/resources/samples");

  @ParameterizedTest
  @CsvSource({
    "face_detection_short_range, 128, astronaut.png, 140, 40, 180",
    "face_detection_short_range, 128, mona-lisa.jpg, 200, 150, 400",
    "face_landmark_with_attention, 192, astronaut.png, 150, 55, 150",
    "face_landmark_with_attention, 192, mona-lisa.jpg, 240, 180, 270"
  })
  void answersAsTheBundle(String network, int side, String sample, int x, int y, int length)
      throws IOException, OrtException {
    byte[] assets = assets();
    boolean detector = network.startsWith("face_detection");
    byte[] converted =
        detector ? BuildFaceNetworks.detector(assets) : BuildFaceNetworks.mesh(assets);
    float[] input = input(sample, x, y, length, side, detector ? -1 : 0);

    Map<String, float[]> ours = OnnxRun.run(converted, input, 1, 3, side, side);
    Map<String, float[]> theirs =
        OnnxRun.run(Bundle.embedded().graph(network), input, 1, 3, side, side);

    assertThat(ours.keySet()).isEqualTo(theirs.keySet());
    for (Map.Entry<String, float[]> output : theirs.entrySet()) {
      float[] our = ours.get(output.getKey());
      assertThat(our).hasSameSizeAs(output.getValue());
      for (int i = 0; i < our.length; i++) {
        assertThat(Math.abs(our[i] - output.getValue()[i]))
            .describedAs("%s[%d]", output.getKey(), i)
            .isLessThanOrEqualTo(1e-4f * Math.max(1, Math.abs(output.getValue()[i])));
      }
    }
    String sure = detector ? "classificators" : "conv_faceflag";
    float best = Float.NEGATIVE_INFINITY;
    for (float value : theirs.get(sure)) {
      best = Math.max(best, value);
    }
    assertThat(best).describedAs("the sample shows a face").isGreaterThan(0);
  }

  private static byte[] assets() throws IOException {
    String place = System.getProperty("face.mesh.assets", "");
    boolean present = !place.isEmpty() && Files.isRegularFile(Path.of(place));
    String reason =
        "MediaPipe's assets are not at hand (-Dface.mesh.assets=%s), so parity is not tried"
            .formatted(place);
    if (!present) {
      System.out.println(reason);
    }
    assumeTrue(present, reason);
    return Files.readAllBytes(Path.of(place));
  }

  private static float[] input(String sample, int x, int y, int length, int side, float lowest)
      throws IOException {
    BufferedImage picture = ImageIO.read(SAMPLES.resolve(sample).toFile());
    Image scaled =
        picture
            .getSubimage(x, y, length, length)
            .getScaledInstance(side, side, Image.SCALE_AREA_AVERAGING);
    BufferedImage square = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
    square.createGraphics().drawImage(scaled, 0, 0, null);
    float[] planes = new float[3 * side * side];
    for (int i = 0; i < side * side; i++) {
      int row = i / side;
      int pixel = square.getRGB(i - row * side, row);
      for (int channel = 0; channel < 3; channel++) {
        int value = pixel >> (16 - 8 * channel) & 255;
        planes[channel * side * side + i] = value / 255f * (1 - lowest) + lowest;
      }
    }
    return planes;
  }
}
