package io.lipstream.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lipstream.bundle.Bundle;
import io.lipstream.engine.InputShapes;
import io.lipstream.engine.PlanTarget;
import io.lipstream.engine.Precision;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.job.DataPlaneSettings;
import io.lipstream.rendering.BatchingSettings;
import io.lipstream.rendering.FaceRenderer;
import io.lipstream.settings.Settings;
import io.lipstream.storage.S3ObjectStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shelf is a real S3 server's; the GPU is pretended. */
class PlanBuildingTest {
  private static final Bundle BUNDLE = Bundle.embedded();
  private static final String GRAPH = FaceRenderer.GRAPH;
  private static final List<InputShapes> SHAPES =
      BatchingSettings.from(
              Settings.parse(
                  BatchingSettings.SETTINGS,
                  Map.of("render.plan-sides", "16, 32", "render.batch-sizes", "1, 2")))
          .plannedShapes();
  private static final long ENOUGH = Long.MAX_VALUE;

  @TempDir static Path data;
  @TempDir Path folder;
  private static ShelfServer server;
  private static S3ObjectStore store;
  private final List<String> said = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    server = new ShelfServer(data);
    store = S3ObjectStore.open(server.settings());
  }

  @AfterAll
  static void stop() throws Exception {
    store.close();
    server.close();
  }

  @Test
  void everyPlanIsBuiltOnceAndFoundByItsShape() {
    PlanTarget target = target("A10", "8.6.1", Precision.HALF);
    PretendedGpu gpu = new PretendedGpu("8.6.1", ENOUGH);

    build(gpu, target);
    build(gpu, target);

    assertThat(SHAPES).hasSize(18).doesNotHaveDuplicates();
    assertThat(gpu.count()).isEqualTo(18);
    PlanShelf shelf = shelf("worker");
    for (InputShapes shape : SHAPES) {
      assertThat(shelf.find(BUNDLE.digest(), target, GRAPH, shape).orElseThrow())
          .hasFileName("%s-%s.trt".formatted(GRAPH, shape.name()))
          .hasContent("%d bytes, HALF".formatted(shape.bytes()));
    }
    assertThat(said).filteredOn(line -> line.endsWith(": stands")).hasSize(18);
  }

  @Test
  void aPlanIsFoundForNothingElse() {
    PlanTarget target = target("L4", "8.6.1", Precision.FULL);
    build(new PretendedGpu("8.6.1", ENOUGH), target);
    PlanShelf shelf = shelf("other worker");
    InputShapes shape = SHAPES.get(0);

    assertThat(shelf.find(BUNDLE.digest(), target, GRAPH, shape)).isPresent();
    assertThat(shelf.find("0".repeat(64), target, GRAPH, shape)).isEmpty();
    assertThat(shelf.find(BUNDLE.digest(), target("L40", "8.6.1", Precision.FULL), GRAPH, shape))
        .isEmpty();
    assertThat(shelf.find(BUNDLE.digest(), target("L4", "8.6.0", Precision.FULL), GRAPH, shape))
        .isEmpty();
    assertThat(shelf.find(BUNDLE.digest(), target("L4", "8.6.1", Precision.HALF), GRAPH, shape))
        .isEmpty();
    assertThat(shelf.find(BUNDLE.digest(), target, GRAPH, shape.with("face", 3, 3))).isEmpty();
  }

  @Test
  void whatTheMemoryDoesNotDoForIsPassedOverAndTold() {
    PlanTarget target = target("T4", "8.6.1", Precision.FULL);
    long most = SHAPES.get(0).bytes();
    PretendedGpu gpu = new PretendedGpu("8.6.1", most);
    long fitting = SHAPES.stream().filter(shape -> shape.bytes() <= most).count();

    assertThatThrownBy(() -> build(gpu, target))
        .isInstanceOfSatisfying(
            LipstreamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENGINE_FAILED))
        .hasMessageStartingWith("%d of 18 plans need more memory than the GPU has", 18 - fitting);

    assertThat(fitting).isBetween(1L, 17L);
    assertThat(gpu.count()).isEqualTo((int) fitting);
    assertThat(shelf("worker").find(BUNDLE.digest(), target, GRAPH, SHAPES.get(0))).isPresent();
  }

  @Test
  void aBuilderOfAnotherLibraryIsRefusedBeforeItBuilds() {
    PretendedGpu gpu = new PretendedGpu("10.3.0", ENOUGH);

    assertThatThrownBy(() -> build(gpu, target("H100", "8.6.1", Precision.FULL)))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessage(
            "the builder is of TensorRT 10.3.0, the workers' libraries are 8.6.1: a plan of one does not load in the other");
    assertThat(gpu.count()).isZero();
  }

  @Test
  void aMachineWithoutGpuSaysSoInOneLine() {
    Settings settings = Settings.parse(DataPlaneSettings.SETTINGS, Map.of());
    assumeThat(Files.exists(Path.of("/dev/nvidiactl"))).isFalse();

    assertThatThrownBy(() -> EnginePlans.build(settings, "trtexec", said::add))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessage(
            "plans are built on a machine like the one that runs them, but no NVIDIA GPU was found");
    assertThat(said).isEmpty();
  }

  private void build(PlanBuilder builder, PlanTarget target) {
    new PlanBuilding(builder, shelf("builder"), said::add).build(BUNDLE, target, GRAPH, SHAPES);
  }

  private PlanShelf shelf(String name) {
    return new PlanShelf(store, ShelfServer.BUCKET, folder.resolve(name));
  }

  private static PlanTarget target(String gpu, String library, Precision precision) {
    return new PlanTarget("NVIDIA " + gpu, library, precision);
  }
}
