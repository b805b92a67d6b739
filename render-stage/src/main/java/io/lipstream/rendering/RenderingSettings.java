package io.lipstream.rendering;

import io.lipstream.engine.Engine;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.util.List;

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
    return new RenderingSettings(settings.choice("render.frames", Path.class));
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
