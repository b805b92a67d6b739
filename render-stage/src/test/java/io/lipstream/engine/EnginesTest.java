package io.lipstream.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import ai.djl.util.cuda.CudaUtils;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lipstream.bundle.Bundle;
import io.lipstream.engine.EngineSettings.Choice;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import io.lipstream.settings.Settings;
import io.lipstream.storage.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnginesTest {
  private static final Bundle BUNDLE = Bundle.embedded();

  @Test
  void takesOnnxRuntimeOnAMachineWithoutGpu() {
    assumeThat(CudaUtils.getGpuCount()).isZero();

    assertThat(Engines.open(new EngineSettings(Choice.AUTO, 1)).name())
        .isEqualTo("OnnxRuntime/cpu");
  }

  @Test
  void refusesForcedTensorRtWithoutGpuInOneLine() {
    assumeThat(CudaUtils.getGpuCount()).isZero();

    assertThatThrownBy(() -> Engines.open(new EngineSettings(Choice.TENSORRT, 1)))
        .isInstanceOfSatisfying(
            LipstreamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
        .hasMessage(
            "render.engine is tensorrt, but no NVIDIA GPU was found; use auto or onnxruntime")
        .hasNoCause();
  }

  @Test
  void refusesAForcedProviderThatThisMachineLacksInOneLine() {
    assumeThat(CudaUtils.getGpuCount()).isZero();

    for (EngineSettings.Provider provider :
        List.of(EngineSettings.Provider.CUDA, EngineSettings.Provider.TENSORRT)) {
      EngineSettings settings =
          new EngineSettings(Choice.ONNXRUNTIME, 1, provider, Precision.FULL, OptionalInt.empty());
      assertThatThrownBy(() -> Engines.open(settings))
          .isInstanceOfSatisfying(
              LipstreamException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID))
          .hasMessage(
              "render.onnxruntime-provider is %s, but no NVIDIA GPU was found; use auto or cpu",
              provider.name().toLowerCase(Locale.ROOT));
    }
  }

  @Test
  void theProcessorTellsNoDeviceMemory() {
    assertThat(Engines.open(new EngineSettings(Choice.ONNXRUNTIME, 1).onProcessor()).deviceMemory())
        .isEmpty();
  }

  @Test
  @Tag("gpu")
  void runsOnTensorRt() {
    Engine tensorRt = Engines.open(new EngineSettings(Choice.TENSORRT, 1));
    Engine onnxRuntime = Engines.open(new EngineSettings(Choice.ONNXRUNTIME, 1));

    float[] onGpu = mouthOf(tensorRt, noise(1));

    assertThat(tensorRt.name()).startsWith("TensorRT/gpu");
    assertThat(onGpu)
        .usingComparatorWithPrecision(0.01f)
        .containsExactly(mouthOf(onnxRuntime, noise(1)));
  }

  @Test
  void saysWhyTensorRtIsNotTested() {
    String obstacle = FoundMachine.tensorRtObstacle();
    System.out.println(
        obstacle.isEmpty()
            ? "TensorRT can run here: mvn test -Dtest.excluded.groups= runs the GPU's tests"
            : "TensorRT tests are skipped: " + obstacle);
    assertThat(obstacle.lines().count()).isLessThanOrEqualTo(1);
  }

  @Test
  void theSameInputGivesTheSameBytes() {
    Engine engine = Engines.open(new EngineSettings(Choice.ONNXRUNTIME, 2));

    assertThat(mouthOf(engine, noise(7))).isEqualTo(mouthOf(engine, noise(7)));
    assertThat(mouthOf(engine, noise(7))).isNotEqualTo(mouthOf(engine, noise(8)));
  }

  @Test
  void heapAndDirectInputsGiveTheSame() {
    Engine engine = Engines.open(new EngineSettings(Choice.ONNXRUNTIME, 1));
    Tensor heap = noise(3);
    FloatBuffer direct =
        ByteBuffer.allocateDirect(4 * heap.values().remaining())
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    direct.put(heap.values().duplicate()).flip();

    assertThat(mouthOf(engine, new Tensor(heap.shape(), direct))).isEqualTo(mouthOf(engine, heap));
  }

  @Test
  void inputsCanBeGivenMoreThanOnce() {
    Tensor input = noise(3);
    try (Network network =
        Engines.open(new EngineSettings(Choice.ONNXRUNTIME, 1)).open(BUNDLE, "audio2mouth")) {
      String name = "heard";
      float[] first = floats(network.run(Map.of(name, input)).get("mouth"));

      assertThat(floats(network.run(Map.of(name, input)).get("mouth"))).isEqualTo(first);
    }
  }

  @Test
  void namesTheInputsThatAGraphTakes() {
    try (Network network =
        Engines.open(new EngineSettings(Choice.ONNXRUNTIME, 1)).open(BUNDLE, "audio2mouth")) {
      assertThatThrownBy(() -> network.run(Map.of("picture", noise(1))))
          .hasMessageContaining("heard");
    }
  }

  @Test
  void aWrongShapeIsACodedFailure() {
    try (Network network =
        Engines.open(new EngineSettings(Choice.ONNXRUNTIME, 1)).open(BUNDLE, "audio2mouth")) {
      assertThatThrownBy(() -> network.run(Map.of("heard", Tensor.of(new float[6], 1, 2, 3))))
          .isInstanceOfSatisfying(
              LipstreamException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.ENGINE_FAILED));
    }
  }

  @Test
  void aGraphWithFixedShapesGivesTheSameForThemAndRefusesOthers(@TempDir Path folder)
      throws IOException {
    byte[] fixed =
        FixedShapes.apply(BUNDLE.graph("audio2mouth"), Map.of("heard", List.of(1L, 192L, 252L)));
    Engine engine = Engines.open(new EngineSettings(Choice.ONNXRUNTIME, 1));
    Bundle bundle = bundleOf("audio2mouth.onnx", fixed, folder);

    try (Network network = engine.open(bundle, "audio2mouth")) {
      assertThat(floats(network.run(Map.of("heard", noise(5))).get("mouth")))
          .isEqualTo(mouthOf(engine, noise(5)));
      assertThatThrownBy(() -> network.run(Map.of("heard", Tensor.of(new float[192], 1, 192, 1))))
          .isInstanceOf(LipstreamException.class);
    }
  }

  @Test
  void startsWithoutTheNetwork() {
    List<URI> asked = new CopyOnWriteArrayList<>();
    ProxySelector before = ProxySelector.getDefault();
    ProxySelector.setDefault(
        new ProxySelector() {
          @Override
          public List<Proxy> select(URI uri) {
            asked.add(uri);
            return List.of(Proxy.NO_PROXY);
          }

          @Override
          public void connectFailed(URI uri, SocketAddress address, IOException failure) {}
        });
    try {
      mouthOf(Engines.open(new EngineSettings(Choice.AUTO, 1)), noise(1));
    } finally {
      ProxySelector.setDefault(before);
    }

    assertThat(asked).isEmpty();
  }

  @Test
  void settingsNameEveryKeyOnceAndReadDefaults() {
    Settings defaults = Settings.parse(EngineSettings.SETTINGS, Map.of());

    assertThat(EngineSettings.from(defaults))
        .isEqualTo(
            new EngineSettings(
                Choice.AUTO, 2, EngineSettings.Provider.AUTO, Precision.FULL, OptionalInt.empty()));
  }

  @Test
  void settingsRefuseAnUnknownEngine() {
    Settings settings = Settings.parse(EngineSettings.SETTINGS, Map.of("render.engine", "abacus"));

    assertThatThrownBy(() -> EngineSettings.from(settings))
        .hasMessage(
            "configuration key 'render.engine' is 'abacus', expected auto, onnxruntime or tensorrt");
  }

  @Test
  void settingsRefuseNoThreads() {
    Settings settings =
        Settings.parse(EngineSettings.SETTINGS, Map.of("render.engine-threads", "0"));

    assertThatThrownBy(() -> EngineSettings.from(settings)).hasMessageContaining("at least 1");
  }

  /** A bundle of one file, with the embedded bundle's manifest. */
  private static Bundle bundleOf(String name, byte[] bytes, Path folder) throws IOException {
    Files.write(folder.resolve(name), bytes);
    ObjectMapper json = new ObjectMapper();
    ObjectNode manifest;
    try (InputStream stream = Bundle.class.getResourceAsStream("/bundles/embedded/manifest.json")) {
      manifest = (ObjectNode) json.readTree(stream);
    }
    manifest
        .putArray("files")
        .addObject()
        .put("name", name)
        .put("sha256", Digest.of(bytes))
        .put("licence", "Apache-2.0")
        .put("source", "made for this test");
    Files.writeString(folder.resolve("manifest.json"), json.writeValueAsString(manifest));
    return Bundle.open(folder);
  }

  /** A window as the sound network takes it: 192 values for each of 252 instants. */
  private static Tensor noise(long seed) {
    Random random = new Random(seed);
    float[] values = new float[192 * 252];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return Tensor.of(values, 1, 192, 252);
  }

  private static float[] mouthOf(Engine engine, Tensor spectrogram) {
    try (Network network = engine.open(BUNDLE, "audio2mouth")) {
      return floats(network.run(Map.of("heard", spectrogram)).get("mouth"));
    }
  }

  private static float[] floats(Tensor tensor) {
    float[] values = new float[tensor.values().remaining()];
    tensor.values().duplicate().get(values);
    return values;
  }
}
