package io.lipstream.assembly;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.util.List;

/**
 * How sound is encoded.
 *
 * @param audioBitRate bits a second that AAC may spend on each channel
 */
public record AssemblySettings(int audioBitRate) {
  private static final int LEAST = 16_000;
  private static final int MOST = 256_000;

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "assembly.audio-bit-rate",
              "96000",
              "bits a second",
              "AAC bit rate of each channel, 16000 to 256000; lower for sample rates under 32 kHz."));

  public AssemblySettings {
    if (audioBitRate < LEAST || audioBitRate > MOST) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key 'assembly.audio-bit-rate' is '%d', expected %d to %d"
              .formatted(audioBitRate, LEAST, MOST));
    }
  }

  /** Reads the keys of {@link #SETTINGS}. */
  public static AssemblySettings from(Settings settings) {
    return new AssemblySettings(settings.integer("assembly.audio-bit-rate"));
  }
}
