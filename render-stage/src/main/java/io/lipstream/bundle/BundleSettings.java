package io.lipstream.bundle;

import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Which model bundle a worker holds.
 *
 * @param directory folder of the bundle, empty for the embedded one
 */
public record BundleSettings(Optional<Path> directory) {
  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "render.bundle",
              "",
              "folder",
              "Folder of the model bundle; the embedded bundle when empty."));

  /** Reads the keys of {@link #SETTINGS}. */
  public static BundleSettings from(Settings settings) {
    return new BundleSettings(settings.optionalText("render.bundle").map(Path::of));
  }
}
