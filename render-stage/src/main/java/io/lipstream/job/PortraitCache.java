package io.lipstream.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lipstream.portrait.PreparedPortrait;
import io.lipstream.portrait.PreparedPortraitFormat;
import io.lipstream.storage.ObjectAddress;
import io.lipstream.storage.ObjectDescription;
import io.lipstream.storage.ObjectStore;
import io.lipstream.storage.StoredObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;

/**
 * Prepares a portrait once, however many jobs of however many workers ask for it: what a worker
 * lately saw it remembers, those who ask at the same time wait for one of them, and what another
 * worker made stands on the shelf with all that the jobs must know of it. The pixels stay there;
 * they are kept in memory where they are rendered. Thread-safe.
 */
final class PortraitCache {
  /** Much shorter than what lies on the shelf lives there. */
  private static final Duration REMEMBERED = Duration.ofMinutes(10);

  private static final int MOST = 65_536;

  /**
   * What a job must know of a prepared portrait.
   *
   * @param width pixels of the frame
   * @param height pixels of the frame
   * @param warnings what the user should know of, a line each
   */
  record Ready(int width, int height, List<String> warnings) {
    Ready {
      warnings = List.copyOf(warnings);
    }
  }

  /** Decodes, finds the face, frames. */
  @FunctionalInterface
  interface Preparation {
    PreparedPortrait prepare(Consumer<String> warnings) throws IOException;
  }

  private final ObjectStore store;
  private final Cache<ObjectAddress, Ready> lately =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(REMEMBERED).recordStats().build();

  private final Counter found;
  private final Counter prepared;

  PortraitCache(ObjectStore store, MetricGroup metrics) {
    this.store = store;
    CacheMetrics.add(metrics, "portrait_cache", lately);
    found = metrics.counter("lipstream_portraits_found", new ThreadSafeSimpleCounter());
    prepared = metrics.counter("lipstream_portraits_prepared", new ThreadSafeSimpleCounter());
  }

  /**
   * Sees to it that a prepared portrait stands at an address that names all that it depends on.
   *
   * @param preparation done only if nobody has; what it throws is passed on and not remembered
   */
  Ready ready(ObjectAddress address, Preparation preparation) {
    return lately.get(
        address, missing -> standing(missing).orElseGet(() -> prepare(missing, preparation)));
  }

  private Optional<Ready> standing(ObjectAddress address) {
    Optional<Ready> ready =
        store.find(address).map(StoredObject::description).flatMap(PortraitCache::read);
    ready.ifPresent(standing -> found.inc());
    return ready;
  }

  private Ready prepare(ObjectAddress address, Preparation preparation) {
    List<String> warnings = new ArrayList<>();
    try {
      PreparedPortrait portrait = preparation.prepare(warnings::add);
      Ready ready = new Ready(portrait.frame().width(), portrait.frame().height(), warnings);
      store.create(address, PreparedPortraitFormat.write(portrait), description(ready));
      prepared.inc();
      return ready;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectDescription description(Ready ready) {
    return new ObjectDescription(
        "application/octet-stream",
        "",
        Map.of(
            "width", Integer.toString(ready.width()),
            "height", Integer.toString(ready.height()),
            "warnings", URLEncoder.encode(String.join("\n", ready.warnings()), UTF_8)));
  }

  /** Empty for an object that an older version wrote. */
  private static Optional<Ready> read(ObjectDescription description) {
    Map<String, String> metadata = description.metadata();
    try {
      return Optional.of(
          new Ready(
              Integer.parseInt(metadata.get("width")),
              Integer.parseInt(metadata.get("height")),
              URLDecoder.decode(metadata.get("warnings"), UTF_8).lines().toList()));
    } catch (NumberFormatException | NullPointerException e) {
      return Optional.empty();
    }
  }
}
