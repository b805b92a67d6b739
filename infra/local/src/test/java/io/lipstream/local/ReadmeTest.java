package io.lipstream.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.lipstream.topic.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The README's tables are what the code says. With -Dreadme.write=true they are written anew first.
 */
final class ReadmeTest {
  private static final Path README = Path.of("../../README.md");

  @BeforeAll
  static void writeIfAsked() throws Exception {
    if (Boolean.getBoolean("readme.write")) {
      ReadmeTables.write(README);
    }
  }

  @Test
  void everyConfigurationKeyStandsInTheTable() throws Exception {
    assertThat(section("settings"))
        .contains("kafka.bootstrap-servers")
        .isEqualTo(ReadmeTables.settings());
  }

  @Test
  void everyErrorCodeStandsInTheTable() throws IOException {
    assertThat(section("errors")).contains("FACE_NOT_FOUND").isEqualTo(ReadmeTables.errors());
  }

  @Test
  void everyTopicStandsInTheTable() throws IOException {
    String text = Files.readString(README);
    for (Topic topic : Topic.values()) {
      assertThat(text.lines())
          .as(topic.topicName())
          .anyMatch(
              line ->
                  line.startsWith("| `%s` |".formatted(topic.topicName()))
                      && line.contains("| %d |".formatted(topic.partitions()))
                      && line.contains("| %d d |".formatted(topic.retentionDays()))
                      && line.contains(topic.compacted() ? "| compact" : "| delete |")
                      && line.contains(topic.logAppendTime() ? "| broker |" : "| producer |"));
    }
  }

  @Test
  void everyFieldOfTheRequestAndOfTheCompletionStandsInATable() throws IOException {
    assertThat(section("request"))
        .contains("request_id")
        .isEqualTo(ReadmeTables.fields(Topic.REQUESTS));
    assertThat(section("completion"))
        .contains("video")
        .isEqualTo(ReadmeTables.fields(Topic.COMPLETIONS));
  }

  @Test
  void theExamplesAreTheOnesThatAreCompiledAndRun() throws IOException {
    String text = Files.readString(README);
    Path java = Path.of("src/test/java/io/lipstream/local/example");
    for (String name : List.of("RequestProducer.java", "CompletionReader.java")) {
      String source = Files.readString(java.resolve(name));
      int begin = source.indexOf("// [example]\n") + "// [example]\n".length();
      String example = source.substring(begin, source.indexOf("    // [/example]"));
      assertThat(text).contains("```java\n" + example.stripTrailing().stripIndent() + "\n```");
    }
  }

  private static String section(String name) throws IOException {
    String text = Files.readString(README);
    String begin = "<!-- %s -->\n".formatted(name);
    String end = "<!-- /%s -->".formatted(name);
    assertThat(text).contains(begin, end);
    return text.substring(text.indexOf(begin) + begin.length(), text.indexOf(end));
  }
}
