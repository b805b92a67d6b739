package io.lipstream.local.command;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.job.DataPlaneSettings;
import io.lipstream.plan.EnginePlans;
import io.lipstream.settings.PropertiesFile;
import io.lipstream.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compiles the plans that TensorRT workers run, once a bundle, GPU model and library version. */
@Command(
    name = "build",
    mixinStandardHelpOptions = true,
    description = {
      "Builds the TensorRT plans that are missing and puts them on the shelf, under plans/.",
      "Run it on a machine with the workers' GPU model and TensorRT libraries; workers build none."
    })
final class EngineBuildCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Properties file of the data plane, as given to the Flink job.")
  private Path config;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A configuration key of the README's table; may be given many times.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--trtexec",
      paramLabel = "PROGRAM",
      description = "TensorRT's compiler. Default: trtexec on the path.")
  private String trtexec = "trtexec";

  EngineBuildCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Map<String, String> given = new LinkedHashMap<>();
    if (config != null) {
      given.putAll(read(config));
    }
    given.putAll(settings);
    EnginePlans.build(Settings.parse(DataPlaneSettings.SETTINGS, given), trtexec, terminal::line);
    return 0;
  }

  private static Map<String, String> read(Path file) {
    try {
      return PropertiesFile.read(file);
    } catch (IOException | IllegalArgumentException e) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID, "cannot read the settings in '%s'".formatted(file), e);
    }
  }
}
