package io.lipstream.encoding;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.util.List;

/**
 * How pieces are encoded.
 *
 * @param quantizer H.264 quantization parameter of every macroblock, 1 (large) to 51 (coarse)
 */
public record EncodingSettings(int quantizer) {
  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "encoding.quantizer",
              "20",
              "QP, 1 to 51",
              "Constant H.264 quantization parameter; lower is finer and larger."));

  public EncodingSettings {
    if (quantizer < 1 || quantizer > 51) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key 'encoding.quantizer' is '%d', expected 1 to 51".formatted(quantizer));
    }
  }

  /** Reads the keys of {@link #SETTINGS}. */
  public static EncodingSettings from(Settings settings) {
    return new EncodingSettings(settings.integer("encoding.quantizer"));
  }
}
