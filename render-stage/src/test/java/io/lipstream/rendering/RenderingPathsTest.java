package io.lipstream.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.Network;
import io.lipstream.motion.MotionTrack;
import io.lipstream.portrait.PreparedPortrait;
import io.lipstream.portrait.RgbImage;
import io.lipstream.rendering.RenderingSettings.Path;
import io.lipstream.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The processor path is the graph's picture, and the settings say which of them runs. */
class RenderingPathsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"astronaut 512", "astronaut 200", "astronaut 1058", "face 128", "mona lisa 512"})
  void theProcessorMakesTheGraphsFrames(String name) {
    PreparedPortrait portrait =
        switch (name) {
          case "astronaut 512" -> Portraits.astronaut(512);
          case "astronaut 200" -> Portraits.astronaut(200);
          case "astronaut 1058" -> Portraits.astronaut(1058);
          case "face 128" -> Portraits.astronautFace(128);
          default -> Portraits.monaLisa(512);
        };
    MotionTrack motion = Motions.speech(25);

    List<RgbImage> reference = frames(portrait, motion, Path.GRAPH);
    List<RgbImage> frames = frames(portrait, motion, Path.PROCESSOR);

    for (int i = 0; i < reference.size(); i++) {
      Difference difference = Difference.of(frames.get(i), reference.get(i));
      assertThat(difference.largest()).as("largest, frame %d", i).isLessThanOrEqualTo(5);
      assertThat(difference.mean()).as("mean, frame %d", i).isLessThanOrEqualTo(0.3);
      assertThat(difference.psnr()).as("PSNR, frame %d", i).isGreaterThanOrEqualTo(45);
    }
    assertThat(Difference.of(reference.get(3), reference.get(9)).largest()).isGreaterThan(30);
  }

  @Test
  void theProcessorRendersUnlessTheEngineHasAGpu() {
    assertThat(settings("auto").onProcessor(new NamedEngine(false))).isTrue();
    assertThat(settings("auto").onProcessor(new NamedEngine(true))).isFalse();
    assertThat(settings("graph").onProcessor(new NamedEngine(false))).isFalse();
    assertThat(settings("processor").onProcessor(new NamedEngine(true))).isTrue();
  }

  @Test
  void theNameSaysWhatRenders() {
    assertThat(name(Path.AUTO)).isEqualTo("OnnxRuntime/cpu+java");
    assertThat(name(Path.GRAPH)).isEqualTo("OnnxRuntime/cpu");
  }

  @Test
  void anotherPathIsRefused() {
    assertThatThrownBy(() -> settings("opencv"))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessage(
            "configuration key 'render.frames' is 'opencv', expected auto, graph or processor");
  }

  private static RenderingSettings settings(String path) {
    return RenderingSettings.from(
        Settings.parse(RenderingSettings.SETTINGS, Map.of("render.frames", path)));
  }

  private static String name(Path path) {
    try (FaceRenderer renderer =
        new FaceRenderer(Portraits.BUNDLE, Portraits.ENGINE, new RenderingSettings(path))) {
      return renderer.name();
    }
  }

  private static List<RgbImage> frames(PreparedPortrait portrait, MotionTrack motion, Path path) {
    try (FaceRenderer renderer =
        new FaceRenderer(Portraits.BUNDLE, Portraits.ENGINE, new RenderingSettings(path))) {
      List<RgbImage> frames = new ArrayList<>();
      renderer.render(renderer.prepare(portrait), motion, frames::add);
      return frames;
    }
  }

  /** An engine that is only asked what it runs on. */
  private record NamedEngine(boolean hasGraphicsProcessor) implements Engine {
    @Override
    public String name() {
      return "test";
    }

    @Override
    public Network open(Bundle bundle, String graph) {
      throw new UnsupportedOperationException();
    }
  }
}
