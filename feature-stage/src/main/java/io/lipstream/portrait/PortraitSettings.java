package io.lipstream.portrait;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * What a portrait may be.
 *
 * @param maximumPixels most pixels of a picture, as stored; a 16-bit pixel counts twice
 * @param minimumFace shortest face, in pixels of the portrait and of the video
 * @param minimumConfidence least confidence of the detector and of the mesh, 0 to 1
 * @param maximumTurn degrees that a face looks aside at most, by the depths of the mesh
 */
public record PortraitSettings(
    long maximumPixels, int minimumFace, double minimumConfidence, double maximumTurn)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final String MAXIMUM_PIXELS = "portrait.max-pixels";
  private static final String MINIMUM_FACE = "portrait.min-face";
  private static final String MINIMUM_CONFIDENCE = "portrait.min-confidence";
  private static final String MAXIMUM_TURN = "portrait.max-turn";

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              MAXIMUM_PIXELS,
              "50000000",
              "pixels",
              "Most pixels of a portrait as stored; a pixel of 16 bits a channel counts twice."),
          new Setting(
              MINIMUM_FACE,
              "40",
              "pixels",
              "Shortest side of a face that is animated, in the portrait and in the video."),
          new Setting(
              MINIMUM_CONFIDENCE,
              "0.5",
              "0 to 1",
              "Least confidence of the face detector and of the face mesh."),
          new Setting(
              MAXIMUM_TURN,
              "25",
              "degrees, 1 to 90",
              "Most that a face looks aside, as the face mesh sees it; it takes a turn for less than it is."));

  public PortraitSettings {
    require(maximumPixels >= 1, MAXIMUM_PIXELS, maximumPixels, "at least 1");
    require(minimumFace >= 1, MINIMUM_FACE, minimumFace, "at least 1");
    require(
        minimumConfidence > 0 && minimumConfidence < 1,
        MINIMUM_CONFIDENCE,
        minimumConfidence,
        "between 0 and 1");
    require(maximumTurn >= 1 && maximumTurn <= 90, MAXIMUM_TURN, maximumTurn, "1 to 90");
  }

  private static void require(boolean condition, String key, Number value, String expected) {
    if (!condition) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration key '%s' is %s, expected %s".formatted(key, value, expected));
    }
  }

  public static PortraitSettings from(Settings settings) {
    return new PortraitSettings(
        settings.bytes(MAXIMUM_PIXELS),
        settings.integer(MINIMUM_FACE),
        settings.decimal(MINIMUM_CONFIDENCE),
        settings.decimal(MAXIMUM_TURN));
  }

  public static PortraitSettings defaults() {
    return from(Settings.parse(SETTINGS, Map.of()));
  }
}
