package io.lipstream.local.stack;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * How an embedded stack is set up. A port of 0 takes any free one.
 *
 * @param data folder of everything that the stack keeps
 * @param kafkaPort port of the broker
 * @param registryPort port of the schema registry
 * @param s3Port port of the object store
 * @param flinkPort port of Flink's web interface
 * @param settings configuration of ingest and of the render job beside the stack's own addresses
 */
public record StackOptions(
    Path data,
    int kafkaPort,
    int registryPort,
    int s3Port,
    int flinkPort,
    Map<String, String> settings) {
  public StackOptions {
    data = data.toAbsolutePath().normalize();
    settings = Map.copyOf(settings);
  }

  /** Free ports and the configuration's defaults. */
  public static StackOptions in(Path data) {
    return new StackOptions(data, 0, 0, 0, 0, Map.of());
  }

  /** The same stack with one more configuration key. */
  public StackOptions with(String key, String value) {
    Map<String, String> more = new HashMap<>(settings);
    more.put(key, value);
    return new StackOptions(data, kafkaPort, registryPort, s3Port, flinkPort, more);
  }
}
