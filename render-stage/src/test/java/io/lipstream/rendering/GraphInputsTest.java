package io.lipstream.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.batching.BatchMeter;
import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.engine.InputShapes;
import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import io.lipstream.motion.MotionTrack;
import io.lipstream.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What plans are built for is what the renderer runs. */
class GraphInputsTest {
  /** Runs the real graph and takes note of the shapes; fixed, as plans are. */
  private static final class PlannedEngine implements Engine {
    private final List<InputShapes> required = new ArrayList<>();
    private final List<InputShapes> run = new ArrayList<>();

    @Override
    public String name() {
      return "planned";
    }

    @Override
    public boolean hasGraphicsProcessor() {
      return true;
    }

    @Override
    public boolean hasFixedShapes() {
      return true;
    }

    @Override
    public void requirePlans(Bundle bundle, String graph, List<InputShapes> shapes) {
      required.addAll(shapes);
    }

    @Override
    public Network open(Bundle bundle, String graph) {
      Network network = Portraits.ENGINE.open(bundle, graph);
      return new Network() {
        @Override
        public Map<String, Tensor> run(Map<String, Tensor> inputs) {
          run.add(InputShapes.of(inputs));
          return network.run(inputs);
        }

        @Override
        public void close() {
          network.close();
        }
      };
    }
  }

  @Test
  void aRendererOnPlansRunsShapesThatItHasAskedForAtItsStart() {
    PlannedEngine engine = new PlannedEngine();
    BatchingSettings small =
        settings(Map.of("render.plan-sides", "128,256", "render.batch-sizes", "1,2"));
    try (FrameBatcher batcher = new FrameBatcher(Portraits.BUNDLE, engine, small, BatchMeter.NONE);
        FaceRenderer renderer =
            new FaceRenderer(Portraits.BUNDLE, engine, Optional.of(batcher), FrameMeter.NONE)) {
      Scene scene = renderer.prepare(Portraits.monaLisa(192));
      MotionTrack motion = Motions.speech(2);
      renderer.render(scene, motion, frame -> {});

      assertThat(scene.whole().width()).isEqualTo(scene.whole().height());
      assertThat(engine.required).containsAll(small.plannedShapes());
      assertThat(engine.run).isNotEmpty();
      assertThat(engine.required).containsAll(engine.run);
    }
  }

  @Test
  void sidesAndBatchesAreSettings() {
    BatchingSettings settings =
        settings(Map.of("render.plan-sides", "512,256", "render.batch-sizes", "1,4"));

    assertThat(settings.planSides()).containsExactly(256, 512);
    assertThat(settings.plannedShapes()).hasSize(3 * 3 + 3 + 2 * 2).doesNotHaveDuplicates();
  }

  @Test
  void sidesThatCellsDoNotDivideAreRefused() {
    assertThatThrownBy(() -> settings(Map.of("render.plan-sides", "256, 250")))
        .hasMessageContaining("render.plan-sides")
        .hasMessageContaining("'250'")
        .hasMessageContaining("multiples of 4");
  }

  private static BatchingSettings settings(Map<String, String> given) {
    return BatchingSettings.from(Settings.parse(BatchingSettings.SETTINGS, given));
  }
}
