package io.lipstream.local.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lipstream.event.Completion;
import io.lipstream.event.Framing;
import io.lipstream.event.JobState;
import io.lipstream.job.DataPlaneSettings;
import io.lipstream.settings.Setting;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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

  private static final int JOBS = 20;
  private static final long MEGABYTE = 1 << 20;
  private static final long MARGIN = 64 * MEGABYTE;

  @TempDir static Path folder;
  private static PipelineUnderTest pipeline;
  private static StandaloneCluster cluster;
  private static int seeds;

  @BeforeAll
  static void start() throws Exception {
    if (!Files.exists(JAR)) {
      System.out.println(
          "skipped: no job jar; make it with mvn -Pjob-jar -pl render-stage package");
    }
    assumeThat(JAR).exists();
    pipeline =
        PipelineUnderTest.startWithoutRenderJob(
            folder, environment -> environment.fromData(1).sinkTo(new DiscardingSink<>()));
    cluster = StandaloneCluster.start(Files.createDirectories(folder.resolve("cluster")));
    cluster.run(JAR.toAbsolutePath().normalize(), settings(pipeline.stack().settings()));
  }

  @AfterAll
  static void close() {
    if (cluster != null) {
      cluster.close();
    }
    if (pipeline != null) {
      pipeline.close();
    }
  }

  @Test
  void theJobJarRendersOnAClusterOfItsOwn() throws Exception {
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

  /**
   * 230 MB of samples, 6,000 frames: whatever kept them would show. The first round is not compared
   * with: code that the process compiles and threads that it begins in it take memory once.
   */
  @Test
  @EnabledOnOs(OS.LINUX)
  void tenMinutesTakeNoMoreMemoryThanTenSecondsNorManyJobsMoreThanFew() throws Exception {
    Recording sample = Recording.read(SAMPLES.resolve("austen-0880.wav"));
    Path seconds = sample.repeatedTo(10).tripledStereo().write(folder.resolve("seconds.wav"));
    Path minutes = sample.repeatedTo(600).tripledStereo().write(folder.resolve("minutes.wav"));

    renderAtOnce(seconds, JOBS);
    renderAtOnce(seconds, JOBS);
    long few = cluster.taskManagerPeakBytes();
    assertThat(renderAtOnce(minutes, 1).get(0).getVideo().getFrames()).isEqualTo(6000);
    long withLong = cluster.taskManagerPeakBytes();
    renderAtOnce(seconds, JOBS);
    long many = cluster.taskManagerPeakBytes();

    System.out.printf(
        "peak of the TaskManager's resident memory: %d MB after %d clips of 10 s, %d MB after one of"
            + " 10 min, %d MB after %d more of 10 s%n",
        few / MEGABYTE, 2 * JOBS, withLong / MEGABYTE, many / MEGABYTE, JOBS);
    assertThat(withLong - few).isLessThan(MARGIN);
    assertThat(many - few).isLessThan(MARGIN);
  }

  private static List<Completion> renderAtOnce(Path voice, int jobs) {
    List<String> requests =
        IntStream.range(0, jobs)
            .mapToObj(
                number ->
                    pipeline.send(
                        pipeline
                            .request(SAMPLES.resolve("astronaut.png"), voice)
                            .setMinResolution(128)
                            .setFraming(Framing.FACE)
                            .setFps(10)
                            .setSeed(seeds++)))
            .toList();
    List<Completion> completions = pipeline.completions(requests);
    assertThat(completions).flatExtracting(Completion::getErrors).isEmpty();
    assertThat(completions).extracting(Completion::getState).containsOnly(JobState.COMPLETED);
    return completions;
  }

  private static Path settings(Map<String, String> all) throws IOException {
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
