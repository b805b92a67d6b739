package io.lipstream.job;

import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.util.List;

/**
 * How many prepared portraits a render worker keeps.
 *
 * @param bytes most bytes of them all
 */
record SceneSettings(long bytes) {
  static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "render.scene-cache-bytes",
              "268435456",
              "bytes",
              "Most bytes of prepared portraits that a render subtask keeps."));

  static SceneSettings from(Settings settings) {
    return new SceneSettings(settings.bytes("render.scene-cache-bytes"));
  }
}
