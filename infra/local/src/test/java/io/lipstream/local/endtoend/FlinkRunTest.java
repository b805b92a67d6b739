package io.lipstream.local.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lipstream.event.Completion;
import io.lipstream.event.JobState;
import io.lipstream.job.DataPlaneSettings;
import io.lipstream.settings.Setting;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The job jar on a cluster of processes that have nothing of Lipstream on their class path. It
 * needs the jar that {@code mvn -Pjob-jar -pl render-stage -am package} makes, and is skipped
 * without.
 */
@Timeout(600)
final class FlinkRunTest {
  private static final Path JAR =
      Path.of("../../render-stage/target/lipstream-render-stage-0.1.0-job.jar");
  private static final Path SAMPLES = Path.of("src/main/resources/samples");

  @TempDir Path folder;

  @Test
  void theJobJarRendersOnAClusterOfItsOwn() throws Exception {
    if (!Files.exists(JAR)) {
      System.out.println(
          "skipped: no job jar; make it with mvn -Pjob-jar -pl render-stage package");
    }
    assumeThat(JAR).exists();
    try (PipelineUnderTest pipeline =
            PipelineUnderTest.startWithoutRenderJob(
                folder, environment -> environment.fromData(1).sinkTo(new DiscardingSink<>()));
        StandaloneCluster cluster =
            StandaloneCluster.start(Files.createDirectories(folder.resolve("cluster")))) {
      cluster.run(JAR.toAbsolutePath().normalize(), settings(pipeline.stack().settings()));
      Path voice =
          Recording.read(SAMPLES.resolve("austen-0880.wav"))
              .part(0.2, 1.0)
              .write(folder.resolve("voice.wav"));

      Completion completion =
          pipeline.completion(
              pipeline.send(
                  pipeline.request(SAMPLES.resolve("astronaut.png"), voice).setMinResolution(256)));

      assertThat(completion.getErrors()).isEmpty();
      assertThat(completion.getState()).isEqualTo(JobState.COMPLETED);
      assertThat(completion.getVideo().getFrames()).isEqualTo(20);
      assertThat(cluster.metrics())
          .contains("lipstream_interleaver_clips", "lipstream_render_failures");
    }
  }

  private Path settings(Map<String, String> all) throws IOException {
    Map<String, String> own = new HashMap<>(all);
    own.keySet().retainAll(DataPlaneSettings.SETTINGS.stream().map(Setting::key).toList());
    Properties properties = new Properties();
    properties.putAll(own);
    Path file = folder.resolve("lipstream.properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
    return file;
  }
}
