package io.lipstream.connection;

import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * How a process reaches Kafka and the schema registry. What a cluster needs beyond an address (TLS,
 * SASL) stands in a properties file of Kafka's own keys, so that secrets stay out of Lipstream's
 * configuration and its logs.
 *
 * @param bootstrapServers host:port, comma-separated
 * @param propertiesFile further properties of the Kafka clients
 * @param registryUrl address of the schema registry, http(s), may carry user:password@
 */
public record KafkaConnection(
    String bootstrapServers, Optional<Path> propertiesFile, String registryUrl) {

  public static final List<Setting> SETTINGS =
      List.of(
          new Setting(
              "kafka.bootstrap-servers",
              "localhost:9092",
              "host:port list",
              "Kafka brokers to connect to first."),
          new Setting(
              "kafka.properties-file",
              "",
              "file",
              "Properties of the Kafka clients, for TLS and SASL; none by default."),
          new Setting(
              "registry.url",
              "http://localhost:8081",
              "URL",
              "Schema registry with Confluent's API; user:password@ before the host is honoured."));

  /** A connection without a properties file. */
  public static KafkaConnection plain(String bootstrapServers, String registryUrl) {
    return new KafkaConnection(bootstrapServers, Optional.empty(), registryUrl);
  }

  /**
   * @throws LipstreamException CONFIGURATION_INVALID if the properties file cannot be read
   */
  public static KafkaConnection from(Settings settings) {
    KafkaConnection connection =
        new KafkaConnection(
            settings.text("kafka.bootstrap-servers"),
            settings.optionalText("kafka.properties-file").map(Path::of),
            settings.text("registry.url"));
    connection.clientProperties();
    return connection;
  }

  /**
   * Properties for a producer, consumer or admin client, read anew each time, so that a rotated
   * secret is taken up by the next client.
   *
   * @throws LipstreamException CONFIGURATION_INVALID if the properties file cannot be read
   */
  public Properties clientProperties() {
    Properties properties = new Properties();
    propertiesFile.ifPresent(
        file -> {
          try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
          } catch (IOException | IllegalArgumentException e) {
            throw new LipstreamException(
                ErrorCode.CONFIGURATION_INVALID,
                "configuration key 'kafka.properties-file' is '%s', expected a readable properties file"
                    .formatted(file),
                e);
          }
        });
    properties.setProperty("bootstrap.servers", bootstrapServers);
    return properties;
  }

  @Override
  public String toString() {
    return "Kafka " + bootstrapServers + ", registry " + registryUrl.replaceAll("//[^/@]*@", "//");
  }
}
