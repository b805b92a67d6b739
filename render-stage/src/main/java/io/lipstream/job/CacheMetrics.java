package io.lipstream.job;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.apache.flink.metrics.MetricGroup;

/**
 * Tells as {@code lipstream_NAME_hits}, {@code _misses} and {@code _evictions} what a cache counts
 * of itself since it was made, and as {@code _bytes} what it holds where it is bounded by that.
 */
final class CacheMetrics {
  private CacheMetrics() {}

  /** Adds the metrics of a cache that was built with {@link Caffeine#recordStats()}. */
  static void add(MetricGroup metrics, String name, Cache<?, ?> cache) {
    String prefix = "lipstream_" + name;
    metrics.gauge(prefix + "_hits", () -> cache.stats().hitCount());
    metrics.gauge(prefix + "_misses", () -> cache.stats().missCount());
    metrics.gauge(prefix + "_evictions", () -> cache.stats().evictionCount());
    cache
        .policy()
        .eviction()
        .filter(eviction -> eviction.isWeighted())
        .ifPresent(
            eviction -> metrics.gauge(prefix + "_bytes", () -> eviction.weightedSize().orElse(0)));
  }
}
