package io.lipstream.local.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.event.Completion;
import io.lipstream.event.Framing;
import io.lipstream.event.JobState;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the README says of metrics, held against what processes serve, with the batcher on. */
@Timeout(300)
final class MetricsTest {
  private static final Path SAMPLES = Path.of("src/main/resources/samples");
  private static final Pattern OURS = Pattern.compile("lipstream_.*|kafka_stream_(lane|degr).*");
  private static final Pattern SERVED = Pattern.compile("^# TYPE (\\S+) \\w+$", Pattern.MULTILINE);

  @TempDir static Path folder;
  private static PipelineUnderTest pipeline;

  @BeforeAll
  static void start() {
    pipeline =
        PipelineUnderTest.start(
            folder,
            Map.of(
                "render.frames",
                "graph",
                "result-cache.enabled",
                "false",
                "render.batch-tuning-file",
                folder.resolve("tuning.properties").toString()));
  }

  @AfterAll
  static void close() {
    pipeline.close();
  }

  @Test
  void whatTheReadmeNamesIsServedAndWhatIsServedStandsInTheReadme() throws Exception {
    String before = read(pipeline.stack().addresses().metrics());
    renderTwentyFrames();
    String workers = read(pipeline.stack().addresses().metrics());
    String ingest = read(pipeline.stack().addresses().http() + "/metrics");

    Set<String> served = new TreeSet<>(names(workers));
    served.addAll(names(ingest));
    Set<String> documented = documented();
    assertThat(documented).contains("lipstream_batch_fill", "lipstream_fetch_bulk_failures");
    assertThat(served).containsExactlyInAnyOrderElementsOf(documented);

    for (String frames : List.of("lipstream_frames", "lipstream_batch_frames")) {
      assertThat(value(workers, frames) - value(before, frames)).as(frames).isEqualTo(20);
    }
    assertThat(value(workers, "lipstream_batch_fill")).isBetween(1 / 8.0, 1.0);
    for (String time :
        List.of("lipstream_batch_pack_us", "lipstream_engine_busy_us", "lipstream_encode_us")) {
      assertThat(value(workers, time)).as(time).isPositive();
    }
  }

  @Test
  void theSizeOfBatchesChangesWhileTheJobRuns() throws Exception {
    renderTwentyFrames();
    String before = read(pipeline.stack().addresses().metrics());
    double batches = value(before, "lipstream_batch_size_count");
    assertThat(value(before, "lipstream_batch_frames")).isGreaterThan(batches);

    Files.writeString(folder.resolve("next"), "render.batch-sizes=1\n");
    Files.move(folder.resolve("next"), folder.resolve("tuning.properties"));
    Thread.sleep(2_000);
    renderTwentyFrames();

    String after = read(pipeline.stack().addresses().metrics());
    assertThat(value(after, "lipstream_batch_size_count") - batches).isEqualTo(20);
    Files.delete(folder.resolve("tuning.properties"));
  }

  private static void renderTwentyFrames() throws IOException {
    Path voice =
        Recording.read(SAMPLES.resolve("austen-0880.wav"))
            .part(0.2, 1.0)
            .write(folder.resolve("voice.wav"));
    Completion completion =
        pipeline.completion(
            pipeline.send(
                pipeline
                    .request(SAMPLES.resolve("astronaut.png"), voice)
                    .setFraming(Framing.FACE)
                    .setMinResolution(128)));
    assertThat(completion.getState()).isEqualTo(JobState.COMPLETED);
  }

  private static Set<String> names(String text) {
    Set<String> names = new TreeSet<>();
    SERVED
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .map(name -> name.replaceFirst("^flink_.*?_(?=lipstream_)", ""))
        .filter(OURS.asMatchPredicate())
        .forEach(names::add);
    return names;
  }

  /** Every name in the first column of the README's table, for every stage. */
  private static Set<String> documented() throws IOException {
    String readme = Files.readString(Path.of("../../README.md"));
    int begin = readme.indexOf("<!-- metrics -->");
    int end = readme.indexOf("<!-- /metrics -->");
    List<String> stages =
        quoted(readme.substring(readme.indexOf("`<stage>` is one of")).lines().findFirst().get())
            .skip(1)
            .toList();
    Set<String> names = new TreeSet<>();
    readme
        .substring(begin, end)
        .lines()
        .filter(line -> line.startsWith("| `"))
        .flatMap(line -> quoted(line.substring(0, line.indexOf(" | "))))
        .flatMap(
            name ->
                name.contains("<stage>")
                    ? stages.stream().map(stage -> name.replace("<stage>", stage))
                    : Stream.of(name))
        .forEach(names::add);
    return names;
  }

  private static Stream<String> quoted(String line) {
    return Pattern.compile("`([a-z_<>]+)`").matcher(line).results().map(found -> found.group(1));
  }

  /** Sum of a metric over its labels. */
  private static double value(String text, String name) {
    Matcher matcher =
        Pattern.compile("^flink_\\w+_%s\\{.*\\} (\\S+)$".formatted(name), Pattern.MULTILINE)
            .matcher(text);
    return matcher
        .results()
        .map((MatchResult found) -> found.group(1))
        .mapToDouble(Double::parseDouble)
        .sum();
  }

  private static String read(String address) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(address)).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }
}
