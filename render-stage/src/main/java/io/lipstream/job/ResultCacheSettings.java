package io.lipstream.job;

import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.util.List;

/**
 * Whether a finished video is copied where the same is asked for again.
 *
 * @param enabled on or off
 */
record ResultCacheSettings(boolean enabled) {
  static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "result-cache.enabled",
              "true",
              "true or false",
              "Whether a tenant's finished video is copied when the same portrait, voice and parameters come again with the same bundle and settings; else each is rendered."));

  static ResultCacheSettings from(Settings settings) {
    return new ResultCacheSettings(settings.flag("result-cache.enabled"));
  }
}
