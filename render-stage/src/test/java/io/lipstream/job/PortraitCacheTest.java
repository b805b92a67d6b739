package io.lipstream.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.audio.AudioLimits;
import io.lipstream.bundle.Bundle;
import io.lipstream.engine.Engine;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.inference.Network;
import io.lipstream.inference.Tensor;
import io.lipstream.motion.MotionSettings;
import io.lipstream.pipeline.Asset;
import io.lipstream.pipeline.Fetched;
import io.lipstream.pipeline.JobTicket;
import io.lipstream.pipeline.PreparedClip;
import io.lipstream.pipeline.RenderParameters;
import io.lipstream.plan.ShelfServer;
import io.lipstream.portrait.PortraitSettings;
import io.lipstream.rendering.Portraits;
import io.lipstream.settings.Settings;
import io.lipstream.storage.Digest;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.S3ObjectStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the real networks and a real S3 server. */
class PortraitCacheTest {
  private static final Path SAMPLES = Path.of("../feature-stage/src/test/resources/samples");
  private static final ObjectDescription ANY = ObjectDescription.of("application/octet-stream");

  @TempDir static Path data;
  private static ShelfServer server;
  private static S3ObjectStore store;
  private static Asset portrait;
  private static Asset voice;

  /** The real engine, which counts how often a face is looked for. */
  private static final class CountingEngine implements Engine {
    private final AtomicInteger detections = new AtomicInteger();

    @Override
    public String name() {
      return Portraits.ENGINE.name();
    }

    @Override
    public boolean hasGraphicsProcessor() {
      return false;
    }

    @Override
    public Network open(Bundle bundle, String graph) {
      Network network = Portraits.ENGINE.open(bundle, graph);
      if (!graph.equals("face_detection_short_range")) {
        return network;
      }
      return new Network() {
        @Override
        public Map<String, Tensor> run(Map<String, Tensor> inputs) {
          detections.incrementAndGet();
          return network.run(inputs);
        }

        @Override
        public void close() {
          network.close();
        }
      };
    }
  }

  @BeforeAll
  static void start() throws Exception {
    server = new ShelfServer(data);
    store = S3ObjectStore.open(server.settings());
    portrait = asset("astronaut.png", "image/png");
    voice = asset("austen-0880.wav", "audio/wav");
  }

  @AfterAll
  static void stop() throws Exception {
    store.close();
    server.close();
  }

  @Test
  void aSecondJobOnAPortraitLooksForNoFace() throws Exception {
    CountingEngine engine = new CountingEngine();
    KeptMetrics metrics = new KeptMetrics();
    KeptMetrics elsewhereMetrics = new KeptMetrics();
    PortraitCache cache = new PortraitCache(store, metrics);
    PreparedClip first;
    PreparedClip second;
    PreparedClip elsewhere;
    int once;
    try (FeaturesWork work = work(engine, cache)) {
      first = work.apply(fetched("first", 700));
      once = engine.detections.get();
      second = work.apply(fetched("second", 700));
    }
    try (FeaturesWork otherWorker = work(engine, new PortraitCache(store, elsewhereMetrics))) {
      elsewhere = otherWorker.apply(fetched("third", 700));
    }

    assertThat(once).isPositive();
    assertThat(engine.detections).hasValue(once);
    assertThat(metrics.value("lipstream_portrait_cache_hits")).isEqualTo(1);
    assertThat(metrics.value("lipstream_portrait_cache_misses")).isEqualTo(1);
    assertThat(metrics.value("lipstream_portraits_prepared")).isEqualTo(1);
    assertThat(metrics.value("lipstream_portraits_found")).isZero();
    assertThat(elsewhereMetrics.value("lipstream_portraits_found")).isEqualTo(1);
    assertThat(elsewhereMetrics.value("lipstream_portraits_prepared")).isZero();
    assertThat(first.warnings()).contains("enlarged");
    for (PreparedClip clip : new PreparedClip[] {second, elsewhere}) {
      assertThat(clip.portraitUri()).isEqualTo(first.portraitUri());
      assertThat(clip.width()).isEqualTo(first.width());
      assertThat(clip.height()).isEqualTo(first.height());
      assertThat(clip.warnings()).isEqualTo(first.warnings());
    }
  }

  @Test
  void twoAtTheSameTimeDoItOnce() throws Exception {
    PortraitCache cache = new PortraitCache(store, new KeptMetrics());
    ObjectAddress address = new ObjectAddress(ShelfServer.BUCKET, "work/portraits/at-once");
    AtomicInteger preparations = new AtomicInteger();
    CountDownLatch preparing = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    PortraitCache.Preparation preparation =
        warnings -> {
          preparations.incrementAndGet();
          preparing.countDown();
          await(release);
          return Portraits.astronaut(256);
        };
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<PortraitCache.Ready> one = threads.submit(() -> cache.ready(address, preparation));
      await(preparing);
      Future<PortraitCache.Ready> other = threads.submit(() -> cache.ready(address, preparation));
      release.countDown();

      assertThat(one.get(60, TimeUnit.SECONDS)).isEqualTo(other.get(60, TimeUnit.SECONDS));
      assertThat(preparations).hasValue(1);
      assertThat(store.find(address)).isPresent();
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aFailureIsNotRemembered() {
    PortraitCache cache = new PortraitCache(store, new KeptMetrics());
    ObjectAddress address = new ObjectAddress(ShelfServer.BUCKET, "work/portraits/failure");

    assertThatThrownBy(
            () ->
                cache.ready(
                    address,
                    warnings -> {
                      throw new LipstreamException(ErrorCode.FACE_NOT_FOUND, "no face");
                    }))
        .hasMessage("no face");
    assertThat(cache.ready(address, warnings -> Portraits.astronaut(256)).width()).isEqualTo(256);
  }

  @Test
  void otherParametersAndOtherBundlesAreOtherPortraits() {
    RenderParameters usual = RenderParameters.defaults();
    WorkShelf shelf = new WorkShelf("lipstream", "a".repeat(64));
    PortraitSettings settings = portraitSettings(Map.of());

    assertThat(shelf.portrait("sha", usual, settings))
        .isEqualTo(shelf.portrait("sha", usual, settings))
        .isNotEqualTo(shelf.portrait("other", usual, settings))
        .isNotEqualTo(shelf.portrait("sha", parameters(700), settings))
        .isNotEqualTo(
            shelf.portrait("sha", usual, portraitSettings(Map.of("portrait.min-face", "50"))))
        .isNotEqualTo(new WorkShelf("lipstream", "b".repeat(64)).portrait("sha", usual, settings));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static FeaturesWork work(Engine engine, PortraitCache cache) {
    return new FeaturesWork(
        Portraits.BUNDLE,
        engine,
        store,
        new WorkShelf(ShelfServer.BUCKET, Portraits.BUNDLE.digest()),
        cache,
        portraitSettings(Map.of()),
        MotionSettings.from(Settings.parse(MotionSettings.SETTINGS, Map.of())),
        AudioLimits.from(Settings.parse(AudioLimits.SETTINGS, Map.of())));
  }

  private static PortraitSettings portraitSettings(Map<String, String> given) {
    return PortraitSettings.from(Settings.parse(PortraitSettings.SETTINGS, given));
  }

  private static Fetched fetched(String jobId, int resolution) {
    JobTicket job =
        new JobTicket(
            jobId,
            1,
            "tenant",
            "digest",
            "BULK",
            portrait.uri(),
            voice.uri(),
            "s3://videos/" + jobId,
            Double.NaN,
            parameters(resolution),
            "",
            Double.POSITIVE_INFINITY,
            "",
            0,
            Long.MAX_VALUE);
    return new Fetched(job, portrait, voice, 1, 1);
  }

  private static RenderParameters parameters(int resolution) {
    return new RenderParameters(resolution, 0.2, 25, 1.0, 1.0, true, true, 0, 25, false, 0);
  }

  private static Asset asset(String name, String mediaType) throws Exception {
    Path file = SAMPLES.resolve(name);
    String sha256 = Digest.of(file);
    ObjectAddress address = new ObjectAddress(ShelfServer.BUCKET, "work/assets/" + sha256);
    store.create(address, file, ANY);
    return new Asset(address.uri(), sha256, file.toFile().length(), mediaType);
  }
}
