package io.lipstream.job;

import io.lipstream.assembly.AssemblySettings;
import io.lipstream.audio.AudioLimits;
import io.lipstream.bundle.BundleSettings;
import io.lipstream.connection.KafkaConnection;
import io.lipstream.encoding.EncodingSettings;
import io.lipstream.engine.EngineSettings;
import io.lipstream.fetch.FetchSettings;
import io.lipstream.motion.MotionSettings;
import io.lipstream.portrait.PortraitSettings;
import io.lipstream.publish.PublishSettings;
import io.lipstream.rendering.BatchingSettings;
import io.lipstream.rendering.RenderingSettings;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import io.lipstream.storage.S3Settings;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Every setting of the data plane. Travels with the job graph as text and is read where it is used.
 */
public final class DataPlaneSettings implements Serializable {
  private static final long serialVersionUID = 1L;

  public static final List<Setting> SETTINGS =
      Stream.of(
              KafkaConnection.SETTINGS,
              S3Settings.SETTINGS,
              FetchSettings.SETTINGS,
              AudioLimits.SETTINGS,
              PortraitSettings.SETTINGS,
              MotionSettings.SETTINGS,
              BundleSettings.SETTINGS,
              EngineSettings.SETTINGS,
              RenderingSettings.SETTINGS,
              BatchingSettings.SETTINGS,
              SceneSettings.SETTINGS,
              EncodingSettings.SETTINGS,
              AssemblySettings.SETTINGS,
              PublishSettings.SETTINGS,
              ResultCacheSettings.SETTINGS,
              JobSettings.SETTINGS)
          .flatMap(List::stream)
          .toList();

  private static final List<Consumer<Settings>> READERS =
      List.of(
          KafkaConnection::from,
          S3Settings::from,
          FetchSettings::from,
          AudioLimits::from,
          PortraitSettings::from,
          MotionSettings::from,
          BundleSettings::from,
          EngineSettings::from,
          RenderingSettings::from,
          BatchingSettings::from,
          SceneSettings::from,
          EncodingSettings::from,
          AssemblySettings::from,
          PublishSettings::from,
          ResultCacheSettings::from,
          JobSettings::from);

  private final HashMap<String, String> given;
  private transient Settings settings;

  /**
   * @throws io.lipstream.error.LipstreamException CONFIGURATION_INVALID on a key that is not among
   *     {@link #SETTINGS}, or a value that its module does not take
   */
  public DataPlaneSettings(Map<String, String> given) {
    this.given = new HashMap<>(given);
    this.settings = Settings.parse(SETTINGS, given);
    READERS.forEach(reader -> reader.accept(settings));
  }

  KafkaConnection connection() {
    return KafkaConnection.from(settings());
  }

  JobSettings job() {
    return JobSettings.from(settings());
  }

  Settings settings() {
    if (settings == null) {
      settings = Settings.parse(SETTINGS, given);
    }
    return settings;
  }
}
