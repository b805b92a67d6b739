package io.lipstream.local.command;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.local.stack.StackAddresses;
import io.lipstream.local.stack.StackOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say which stack a command works on, and how one is started. */
final class StackChoice {
  @Mixin private DataChoice data;

  @Option(
      names = "--kafka-port",
      paramLabel = "PORT",
      description = "Port of the broker; 0 for any free one (default).")
  private int kafkaPort;

  @Option(
      names = "--registry-port",
      paramLabel = "PORT",
      description = "Port of the schema registry; 0 for any free one (default).")
  private int registryPort;

  @Option(
      names = "--s3-port",
      paramLabel = "PORT",
      description = "Port of the object store; 0 for any free one (default).")
  private int s3Port;

  @Option(
      names = "--flink-port",
      paramLabel = "PORT",
      description = "Port of Flink's web interface; 0 for any free one (default).")
  private int flinkPort;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      description = "Port of the HTTP gateway; 0 for any free one (default).")
  private int httpPort;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A configuration key of the README's table; may be given many times.")
  private Map<String, String> settings = new LinkedHashMap<>();

  Path data() {
    return data.path();
  }

  /**
   * The stack that runs on the data folder, whose configuration stays as it was started.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if one runs and keys were given for it
   */
  Optional<StackAddresses> running() {
    Optional<StackAddresses> running = data.running();
    if (running.isPresent() && !settings.isEmpty()) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "--set %s cannot change the stack that runs on %s already; end that one, or choose"
                  .formatted(settings.keySet().iterator().next(), data())
              + " another folder with --data");
    }
    return running;
  }

  StackOptions options() {
    return new StackOptions(data(), kafkaPort, registryPort, s3Port, flinkPort, httpPort, settings);
  }
}
