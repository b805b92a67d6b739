package io.lipstream.publish;

import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.util.List;

/**
 * How finished videos are published.
 *
 * @param cacheControl Cache-Control header of a video, empty for none
 */
public record PublishSettings(String cacheControl) {
  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "publish.cache-control",
              "public, max-age=31536000, immutable",
              "header",
              "Cache-Control of a finished video; none when empty."));

  /** Reads the keys of {@link #SETTINGS}. */
  public static PublishSettings from(Settings settings) {
    return new PublishSettings(settings.text("publish.cache-control"));
  }
}
