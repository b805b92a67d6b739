package io.lipstream.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.rendering.FaceRenderer;
import io.lipstream.rendering.Portraits;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class SceneCacheTest {
  private static final long TIME_TO_ASK_MILLIS = 200;

  private static EncodableScene scene;

  private final List<SceneCache.Key> made = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void prepare() {
    try (FaceRenderer renderer = new FaceRenderer(Portraits.BUNDLE, Portraits.ENGINE)) {
      scene = EncodableScene.of(renderer.prepare(Portraits.astronautFace(128)));
    }
  }

  @Test
  void twoWhoAskAtTheSameTimeGetOneThatIsMadeOnce() throws Exception {
    CountDownLatch making = new CountDownLatch(1);
    CountDownLatch secondAsks = new CountDownLatch(1);
    SceneCache cache =
        new SceneCache(
            Long.MAX_VALUE,
            key -> {
              made.add(key);
              making.countDown();
              secondAsks.await();
              Thread.sleep(TIME_TO_ASK_MILLIS);
              return another();
            });

    CompletableFuture<EncodableScene> first =
        CompletableFuture.supplyAsync(() -> cache.scene("s3://work/a", 0.2));
    making.await();
    CompletableFuture<EncodableScene> second =
        CompletableFuture.supplyAsync(
            () -> {
              secondAsks.countDown();
              return cache.scene("s3://work/a", 0.2);
            });

    assertThat(second.get(30, TimeUnit.SECONDS)).isSameAs(first.get(30, TimeUnit.SECONDS));
    assertThat(made).hasSize(1);
  }

  @Test
  void anotherPortraitOrMarginIsAnotherScene() {
    SceneCache cache = cache(Long.MAX_VALUE);
    cache.scene("s3://work/a", 0.2);
    cache.scene("s3://work/a", 0.3);
    cache.scene("s3://work/b", 0.2);
    cache.scene("s3://work/a", 0.2);

    assertThat(made)
        .containsExactly(
            new SceneCache.Key("s3://work/a", 0.2),
            new SceneCache.Key("s3://work/a", 0.3),
            new SceneCache.Key("s3://work/b", 0.2));
  }

  @Test
  void whatIsTooManyBytesTogetherGoesAndIsCounted() throws InterruptedException {
    SceneCache cache = cache(2 * scene.byteSize());
    KeptMetrics metrics = new KeptMetrics();
    cache.addMetrics(metrics);
    for (int i = 0; i < 5; i++) {
      cache.scene("s3://work/" + i, 0.2);
    }

    while (metrics.value("lipstream_scene_cache_evictions") < 3) {
      Thread.sleep(10);
    }
    assertThat(metrics.value("lipstream_scene_cache_bytes")).isBetween(1L, 2L * scene.byteSize());
  }

  @Test
  void aFailureIsNotKept() {
    SceneCache cache =
        new SceneCache(
            Long.MAX_VALUE,
            key -> {
              made.add(key);
              if (made.size() == 1) {
                throw new LipstreamException(ErrorCode.STORAGE_UNAVAILABLE, "not yet");
              }
              return another();
            });

    assertThatThrownBy(() -> cache.scene("s3://work/a", 0.2)).hasMessage("not yet");
    assertThat(cache.scene("s3://work/a", 0.2)).isNotNull();
  }

  private SceneCache cache(long bytes) {
    return new SceneCache(
        bytes,
        key -> {
          made.add(key);
          return another();
        });
  }

  private static EncodableScene another() {
    return EncodableScene.of(scene.scene());
  }
}
