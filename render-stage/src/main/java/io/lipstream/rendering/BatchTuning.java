package io.lipstream.rendering;

import io.lipstream.batching.BatchLimits;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Settings;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the limits of batches while they are made: what the file holds counts in place of what is
 * configured, and nothing of it once the file is gone. It is looked at every second on a thread of
 * its own. A change that cannot be is one line in the log, and the limits stay as they were.
 */
final class BatchTuning implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BatchTuning.class);
  private static final long LOOK_AGAIN_MILLIS = 1_000;

  private final Path file;
  private final BatchLimits configured;
  private final Consumer<BatchLimits> batcher;
  private final ScheduledExecutorService thread;
  private Optional<FileTime> read;

  /**
   * Applies what the file holds now, and from then on what it is changed to.
   *
   * @param batcher takes new limits
   * @throws LipstreamException CONFIGURATION_INVALID if the file holds what cannot be
   */
  BatchTuning(Path file, BatchLimits configured, Consumer<BatchLimits> batcher) {
    this.file = file;
    this.configured = configured;
    this.batcher = batcher;
    this.read = changed();
    apply();
    thread =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread looking = new Thread(work, "batch-tuning");
              looking.setDaemon(true);
              return looking;
            });
    var unused =
        thread.scheduleWithFixedDelay(
            this::look, LOOK_AGAIN_MILLIS, LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      Optional<FileTime> changed = changed();
      if (!changed.equals(read)) {
        read = changed;
        apply();
      }
    } catch (LipstreamException e) {
      LOG.error("batches stay as they were: {}", e.getMessage());
    }
  }

  private void apply() {
    BatchLimits limits = limits();
    batcher.accept(limits);
    LOG.info(
        "batches of {} frames, cost {}, after {} ms, ageing {} ms",
        limits.sizes(),
        limits.cost(),
        limits.delay().toMillis(),
        limits.ageing().toMillis());
  }

  private Optional<FileTime> changed() {
    try {
      return Optional.of(Files.getLastModifiedTime(file));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private BatchLimits limits() {
    Map<String, String> values = new HashMap<>(texts(configured));
    values.putAll(given());
    BatchLimits limits = BatchingSettings.limits(Settings.parse(BatchingSettings.TUNABLE, values));
    if (!configured.sizes().containsAll(limits.sizes())) {
      throw Settings.refused(
          "render.batch-sizes",
          values.get("render.batch-sizes"),
          "sizes of %s, which the engine was made ready for".formatted(configured.sizes()));
    }
    return limits;
  }

  private Map<String, String> given() {
    Properties properties = new Properties();
    try (Reader text = Files.newBufferedReader(file)) {
      properties.load(text);
    } catch (NoSuchFileException e) {
      return Map.of();
    } catch (IOException | IllegalArgumentException e) {
      throw unreadable(e);
    }
    return properties.stringPropertyNames().stream()
        .collect(Collectors.toMap(key -> key, properties::getProperty));
  }

  private static Map<String, String> texts(BatchLimits limits) {
    return Map.of(
        "render.batch-sizes",
        limits.sizes().stream().map(String::valueOf).collect(Collectors.joining(",")),
        "render.batch-cost",
        Long.toString(limits.cost()),
        "render.batch-delay-ms",
        Long.toString(limits.delay().toMillis()),
        "render.batch-ageing-ms",
        Long.toString(limits.ageing().toMillis()));
  }

  private LipstreamException unreadable(Exception cause) {
    return new LipstreamException(
        ErrorCode.CONFIGURATION_INVALID,
        "configuration key 'render.batch-tuning-file' is '%s', which cannot be read: %s"
            .formatted(file, cause.getMessage()),
        cause);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
