package io.lipstream.job;

import io.lipstream.bundle.Bundle;
import io.lipstream.bundle.BundleSettings;
import io.lipstream.engine.Engine;
import io.lipstream.engine.EngineSettings;
import io.lipstream.engine.Engines;
import io.lipstream.plan.EnginePlans;
import io.lipstream.settings.Settings;
import io.lipstream.storage.S3Settings;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The bundle and the engine of a worker process: opened once for all stages and subtasks that are
 * configured alike, and kept until the process (or the job's class loader) goes. Thread-safe.
 */
record SharedModel(Bundle bundle, Engine engine) {
  private static final Map<Configuration, SharedModel> OPENED = new ConcurrentHashMap<>();

  private record Configuration(BundleSettings bundle, EngineSettings engine, S3Settings store) {
    SharedModel open() {
      return new SharedModel(
          Bundle.open(bundle), Engines.open(engine, () -> EnginePlans.shelf(store)));
    }
  }

  /** On the engine that is configured, on that GPU if one is assigned and none is set. */
  static SharedModel of(Settings settings, OptionalInt gpu) {
    return open(settings, EngineSettings.from(settings).assigned(gpu));
  }

  /** On the CPU. */
  static SharedModel onProcessor(Settings settings) {
    return open(settings, EngineSettings.from(settings).onProcessor());
  }

  private static SharedModel open(Settings settings, EngineSettings engine) {
    return OPENED.computeIfAbsent(
        new Configuration(BundleSettings.from(settings), engine, S3Settings.from(settings)),
        Configuration::open);
  }
}
