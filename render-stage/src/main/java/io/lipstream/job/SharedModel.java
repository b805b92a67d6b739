package io.lipstream.job;

import io.lipstream.bundle.Bundle;
import io.lipstream.bundle.BundleSettings;
import io.lipstream.engine.Engine;
import io.lipstream.engine.EngineSettings;
import io.lipstream.engine.Engines;
import io.lipstream.settings.Settings;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The bundle and the engine of a worker process: opened once for all stages and subtasks that are
 * configured alike, and kept until the process (or the job's class loader) goes. Thread-safe.
 */
record SharedModel(Bundle bundle, Engine engine) {
  private static final Map<Configuration, SharedModel> OPENED = new ConcurrentHashMap<>();

  private record Configuration(BundleSettings bundle, EngineSettings engine) {
    SharedModel open() {
      return new SharedModel(Bundle.open(bundle), Engines.open(engine));
    }
  }

  static SharedModel of(Settings settings) {
    return OPENED.computeIfAbsent(
        new Configuration(BundleSettings.from(settings), EngineSettings.from(settings)),
        Configuration::open);
  }
}
