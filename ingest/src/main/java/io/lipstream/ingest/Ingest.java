package io.lipstream.ingest;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.error.ErrorCode;
import io.lipstream.error.LipstreamException;
import io.lipstream.registry.SchemaRegistration;
import io.lipstream.settings.PropertiesFile;
import io.lipstream.settings.Setting;
import io.lipstream.settings.Settings;
import io.lipstream.topic.TopicCreation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process: {@code run FILE} creates the topics that are missing and runs ingest until it is
 * ended, {@code register FILE} puts the schemas into the registry. The file has the keys of {@link
 * IngestSettings}, {@link EdgeSettings} and {@link KafkaConnection}; a variable of the environment
 * goes before it, for what differs by instance or is secret.
 */
public final class Ingest {
  private static final Logger LOG = LoggerFactory.getLogger(Ingest.class);

  private Ingest() {}

  public static void main(String[] arguments) {
    try {
      if (arguments.length != 2) {
        throw usage();
      }
      Settings settings = settings(Path.of(arguments[1]), System.getenv());
      switch (arguments[0]) {
        case "run" ->
            run(
                IngestSettings.from(settings),
                EdgeSettings.from(settings),
                KafkaConnection.from(settings));
        case "register" -> SchemaRegistration.register(settings.text("registry.url"));
        default -> throw usage();
      }
    } catch (LipstreamException e) {
      LOG.error("{}: {}", e.code(), e.getMessage());
      System.exit(e.code().retryable() ? 1 : 2);
    }
  }

  private static void run(
      IngestSettings settings, EdgeSettings edgeSettings, KafkaConnection connection) {
    try (Admin admin = Admin.create(connection.clientProperties())) {
      TopicCreation.ensure(admin, (short) settings.replicationFactor());
    }
    try (IngestApplication application =
            IngestApplication.start(settings, edgeSettings, connection);
        EdgeApplication edges = EdgeApplication.start(edgeSettings, connection)) {
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    edges.close();
                    application.close();
                  },
                  "close"));
      application.join();
    }
  }

  /**
   * What the file says, and above it the environment.
   *
   * @param environment {@code LIPSTREAM_HTTP_ADVERTISED} for {@code http.advertised}, and so on
   */
  static Settings settings(Path file, Map<String, String> environment) {
    Map<String, String> values;
    try {
      values = PropertiesFile.read(file);
    } catch (IOException | IllegalArgumentException e) {
      throw new LipstreamException(
          ErrorCode.CONFIGURATION_INVALID,
          "configuration file is '%s', expected a readable properties file".formatted(file),
          e);
    }
    List<Setting> declared =
        Stream.of(IngestSettings.SETTINGS, EdgeSettings.SETTINGS, KafkaConnection.SETTINGS)
            .flatMap(List::stream)
            .toList();
    for (Setting setting : declared) {
      String said = environment.get(variable(setting.key()));
      if (said != null) {
        values.put(setting.key(), said);
      }
    }
    return Settings.parse(declared, values);
  }

  private static String variable(String key) {
    return "LIPSTREAM_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  private static LipstreamException usage() {
    return new LipstreamException(
        ErrorCode.CONFIGURATION_INVALID, "expected arguments: run|register FILE.properties");
  }
}
