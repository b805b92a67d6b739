package io.lipstream.local.stack;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How an embedded stack is set up. A port of 0 takes any free one.
 *
 * @param data folder of everything that the stack keeps; no comma or semicolon in its name
 * @param kafkaPort port of the broker
 * @param registryPort port of the schema registry
 * @param s3Port port of the object store
 * @param flinkPort port of Flink's web interface
 * @param httpPort port of the HTTP gateway
 * @param settings configuration of ingest and of the render job beside the stack's own addresses
 */
public record StackOptions(
    Path data,
    int kafkaPort,
    int registryPort,
    int s3Port,
    int flinkPort,
    int httpPort,
    Map<String, String> settings) {
  private static final List<String> SEPARATORS = List.of(",", ";");

  public StackOptions {
    data = data.toAbsolutePath().normalize();
    settings = Map.copyOf(settings);
    for (String separator : SEPARATORS) {
      if (data.toString().contains(separator)) {
        throw new LipstreamException(
            ErrorCode.CONFIGURATION_INVALID,
            "the data folder %s has a '%s' in its name, which broker or registry take for the end"
                    .formatted(data, separator)
                + " of it; choose another one with --data");
      }
    }
  }

  /** Free ports and the configuration's defaults. */
  public static StackOptions in(Path data) {
    return new StackOptions(data, 0, 0, 0, 0, 0, Map.of());
  }

  /** The same stack with one more configuration key. */
  public StackOptions with(String key, String value) {
    Map<String, String> more = new HashMap<>(settings);
    more.put(key, value);
    return new StackOptions(data, kafkaPort, registryPort, s3Port, flinkPort, httpPort, more);
  }
}
