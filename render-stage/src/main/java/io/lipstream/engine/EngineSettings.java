package io.lipstream.engine;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.util.List;
import java.util.Locale;

/**
 * Which engine runs the networks.
 *
 * @param choice forced or chosen from what the machine has
 * @param threads threads of one run of a network on the CPU
 */
public record EngineSettings(Choice choice, int threads) {
  /** The engines that can be asked for. */
  public enum Choice {
    AUTO,
    ONNXRUNTIME,
    TENSORRT
  }

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "render.engine",
              "auto",
              "auto, onnxruntime or tensorrt",
              "Inference engine; auto takes TensorRT where a GPU and its libraries are there."),
          new Setting(
              "render.engine-threads",
              "2",
              "threads",
              "Threads that one run of a network uses on the CPU."));

  /** Reads the keys of {@link #SETTINGS}. */
  public static EngineSettings from(Settings settings) {
    int threads = settings.integer("render.engine-threads");
    if (threads < 1) {
      throw invalid("render.engine-threads", String.valueOf(threads), "at least 1");
    }
    return new EngineSettings(choice(settings.text("render.engine")), threads);
  }

  private static Choice choice(String text) {
    for (Choice choice : Choice.values()) {
      if (choice.name().toLowerCase(Locale.ROOT).equals(text)) {
        return choice;
      }
    }
    throw invalid("render.engine", text, "auto, onnxruntime or tensorrt");
  }

  private static LipstreamException invalid(String key, String value, String expected) {
    return new LipstreamException(
        ErrorCode.CONFIGURATION_INVALID,
        "configuration key '%s' is '%s', expected %s".formatted(key, value, expected));
  }
}
