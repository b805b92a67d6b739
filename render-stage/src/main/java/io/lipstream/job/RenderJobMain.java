package io.lipstream.job;

import io.lipstream.error.LipstreamException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Entry point of {@code flink run lipstream-job.jar FILE}, with a properties file of settings. */
public final class RenderJobMain {
  private RenderJobMain() {}

  /**
   * @param arguments path of the properties file
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 1) {
      System.err.println("usage: flink run lipstream-job.jar PROPERTIES-FILE");
      System.exit(2);
    }
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    try {
      RenderJob.build(environment, new DataPlaneSettings(read(Path.of(arguments[0]))));
    } catch (LipstreamException e) {
      System.err.println(e.code() + ": " + e.getMessage());
      System.exit(2);
    }
    environment.execute("lipstream");
  }

  private static Map<String, String> read(Path file) throws Exception {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    Map<String, String> settings = new HashMap<>();
    properties.stringPropertyNames().forEach(key -> settings.put(key, properties.getProperty(key)));
    return settings;
  }
}
