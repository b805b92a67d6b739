package io.lipstream.job;

import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import org.apache.flink.metrics.MetricGroup;

/**
 * Prepared portraits of a subtask, each made once however many segments ask for it at the same
 * time. When they are too many bytes together those go that were used least. Thread-safe.
 */
final class SceneCache {
  private final LoadingCache<Key, EncodableScene> scenes;

  /**
   * What a scene depends on.
   *
   * @param portraitUri where the prepared portrait stands; its content never changes
   */
  record Key(String portraitUri, double expandRatio) {}

  /**
   * @param bytes most that is kept; a scene that is larger alone is made each time
   */
  SceneCache(long bytes, CacheLoader<Key, EncodableScene> maker) {
    scenes =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .<Key, EncodableScene>weigher(
                (key, scene) -> (int) Math.min(Integer.MAX_VALUE, scene.byteSize()))
            .recordStats()
            .build(maker);
  }

  /**
   * Takes a scene or makes it, waiting for whoever makes it already.
   *
   * @throws RuntimeException that the maker throws; it is asked again the next time
   */
  EncodableScene scene(String portraitUri, double expandRatio) {
    return scenes.get(new Key(portraitUri, expandRatio));
  }

  void addMetrics(MetricGroup group) {
    CacheMetrics.add(group, "scene_cache", scenes);
  }
}
