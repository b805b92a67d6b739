package io.lipstream.job;

import io.lipstream.error.LipstreamException;
import io.lipstream.settings.PropertiesFile;
import java.nio.file.Path;
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
      RenderJob.build(
          environment, new DataPlaneSettings(PropertiesFile.read(Path.of(arguments[0]))));
    } catch (LipstreamException e) {
      System.err.println(e.code() + ": " + e.getMessage());
      System.exit(2);
    }
    environment.execute("lipstream");
  }
}
