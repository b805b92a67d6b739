package io.lipstream.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class FlameGraphTest {
  @TempDir Path folder;

  @Test
  void aBarIsAsWideAsItsShareAndHasItsCallerBelow() throws Exception {
    FlameNode root = new FlameNode("all");
    root.add(List.of("a.B.main", "a.B.<init>"), 3);
    root.add(List.of("a.B.main", "a.B.other"), 1);
    root.add(List.of("a.C.run"), 4);
    Path file = folder.resolve("flame.svg");
    FlameGraph.write(file, "a < b", root);
    Document svg = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(5);
    String text = Files.readString(file);
    assertThat(text).contains("a.B.main, 50.0 %", "a.B.&lt;init&gt;, 37.5 %", "a.C.run, 50.0 %");
    assertThat(heightOf(text, "all, 100.0 %"))
        .isGreaterThan(heightOf(text, "a.B.main"))
        .isGreaterThan(heightOf(text, "a.B.other"));
    assertThat(heightOf(text, "a.B.main")).isGreaterThan(heightOf(text, "a.B.other"));
  }

  @Test
  void threadsAreNamedByWhatTheyDo() {
    assertThat(ThreadTimes.kind("C2 CompilerThre")).isEqualTo("just-in-time compiler");
    assertThat(ThreadTimes.kind("render-2")).isEqualTo("render threads");
    assertThat(ThreadTimes.kind("Source Data Fet")).isEqualTo("Kafka clients");
    assertThat(ThreadTimes.kind("something")).isEqualTo("Flink and everything else");
  }

  @Test
  void timeSinceIsWhatWasAdded() {
    ThreadTimes before = new ThreadTimes(Map.of("render threads", 1.0));
    ThreadTimes now = new ThreadTimes(Map.of("render threads", 3.5, "Kafka clients", 1.0));
    assertThat(now.since(before).seconds())
        .containsEntry("render threads", 2.5)
        .containsEntry("Kafka clients", 1.0);
  }

  /** How far from the top the bar stands whose title begins so. */
  private static int heightOf(String svg, String title) {
    String before = svg.substring(0, svg.indexOf("<title>" + title));
    return Integer.parseInt(before.substring(before.lastIndexOf(',') + 1, before.lastIndexOf(')')));
  }
}
