package io.lipstream.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import org.junit.jupiter.api.Test;

class CacheMetricsTest {
  private static final int FITS = 100;

  @Test
  void countsHitsMissesAndEvictionsAndTellsTheBytesHeld() {
    LoadingCache<Integer, Integer> cache =
        Caffeine.newBuilder()
            .executor(Runnable::run)
            .maximumWeight(FITS)
            .<Integer, Integer>weigher((key, bytes) -> bytes)
            .recordStats()
            .build(bytes -> bytes);
    KeptMetrics metrics = new KeptMetrics();
    CacheMetrics.add(metrics, "cache", cache);

    assertThat(cache.get(60)).isEqualTo(60);
    assertThat(cache.get(60)).isEqualTo(60);
    assertThat(metrics.value("lipstream_cache_bytes")).isEqualTo(60);
    assertThat(cache.get(50)).isEqualTo(50);
    cache.cleanUp();

    assertThat(metrics.value("lipstream_cache_hits")).isEqualTo(1);
    assertThat(metrics.value("lipstream_cache_misses")).isEqualTo(2);
    assertThat(metrics.value("lipstream_cache_evictions")).isEqualTo(1);
    assertThat(metrics.value("lipstream_cache_bytes")).isBetween(50L, 60L);
  }
}
