package io.lipstream.rendering;

import io.lipstream.engine.Engine;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.util.List;
import java.util.Locale;

/**
 * What makes the frames.
 *
 * @param path forced or chosen by the engine
 */
public record RenderingSettings(Path path) {
  /** The ways to make frames that can be asked for. */
  public enum Path {
    AUTO,
    GRAPH,
    PROCESSOR
  }

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "render.frames",
              "auto",
              "auto, graph or processor",
              "What makes the frames: the bundle's graph on the engine, or the same arithmetic in Java on the processor; auto takes the graph where the engine has a GPU."));

  /** Reads the keys of {@link #SETTINGS}. */
  public static RenderingSettings from(Settings settings) {
    String text = settings.text("render.frames");
    for (Path path : Path.values()) {
      if (path.name().toLowerCase(Locale.ROOT).equals(text)) {
        return new RenderingSettings(path);
      }
    }
    throw new LipstreamException(
        ErrorCode.CONFIGURATION_INVALID,
        "configuration key 'render.frames' is '%s', expected auto, graph or processor"
            .formatted(text));
  }

  /** Whether frames are made in Java. */
  public boolean onProcessor(Engine engine) {
    return switch (path) {
      case PROCESSOR -> true;
      case GRAPH -> false;
      case AUTO -> !engine.hasGraphicsProcessor();
    };
  }
}
