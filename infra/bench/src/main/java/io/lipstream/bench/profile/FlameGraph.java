package io.lipstream.bench.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A flame graph as SVG: a call is a bar, as wide as its share of the processor time, upon its
 * caller. Pointing at a bar shows name and share. What is narrower than a pixel is left out.
 */
public final class FlameGraph {
  private static final double WIDTH = 1400;
  private static final int ROW = 17;
  private static final int LETTER = 7;
  private static final int HEAD = 28;
  private static final double NARROWEST = 1;

  private final List<String> bars = new ArrayList<>();
  private final double total;
  private int deepest;

  private FlameGraph(double total) {
    this.total = total;
  }

  /** Writes the graph of the root and all below it. */
  public static void write(Path file, String title, FlameNode root) {
    FlameGraph graph = new FlameGraph(root.weight());
    graph.bar(root, 0, 0);
    try {
      Files.writeString(file, graph.svg(title));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void bar(FlameNode node, double left, int depth) {
    double width = WIDTH * node.weight() / total;
    if (!(width >= NARROWEST)) {
      return;
    }
    deepest = Math.max(deepest, depth);
    String name = escaped(node.name());
    String shown = shortened(node.name(), (int) (width / LETTER));
    bars.add(
        String.format(
            Locale.ROOT,
            "<g transform=\"translate(%.1f,%d)\"><title>%s, %.1f %%</title>"
                + "<rect width=\"%.1f\" height=\"%d\" fill=\"%s\"/><text x=\"2\" y=\"12\">%s</text></g>",
            left,
            depth,
            name,
            100 * node.weight() / total,
            Math.max(0.5, width - 0.5),
            ROW - 1,
            color(node.name()),
            escaped(shown)));
    double next = left;
    for (FlameNode callee : node.callees()) {
      bar(callee, next, depth + 1);
      next += WIDTH * callee.weight() / total;
    }
  }

  private String svg(String title) {
    int height = HEAD + (deepest + 1) * ROW;
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %d\" font-family=\"monospace\""
                + " font-size=\"11\">%n<text x=\"2\" y=\"18\" font-size=\"14\">%s</text>%n",
            WIDTH,
            height,
            escaped(title)));
    for (String bar : bars) {
      svg.append(placed(bar, height)).append('\n');
    }
    return svg.append("</svg>\n").toString();
  }

  /** Depth becomes height only when the deepest is known. */
  private static String placed(String bar, int height) {
    int comma = bar.indexOf(',');
    int end = bar.indexOf(')');
    int depth = Integer.parseInt(bar.substring(comma + 1, end));
    return bar.substring(0, comma + 1) + (height - (depth + 1) * ROW) + bar.substring(end);
  }

  private static String shortened(String name, int letters) {
    if (letters < 3) {
      return "";
    }
    int method = name.lastIndexOf('.');
    int type = name.lastIndexOf('.', method - 1);
    String simple = type < 0 ? name : name.substring(type + 1);
    return simple.length() <= letters ? simple : simple.substring(0, letters - 2) + "..";
  }

  static String color(String name) {
    if (name.startsWith("io.lipstream.")) {
      return "#f5a05a";
    }
    if (name.startsWith("org.bytedeco.") || name.startsWith("ai.")) {
      return "#f2d16b";
    }
    if (name.startsWith("org.apache.flink.")) {
      return "#8fb7e8";
    }
    if (name.startsWith("software.amazon.") || name.startsWith("org.apache.http.")) {
      return "#94d0a0";
    }
    return name.startsWith("org.apache.kafka.") ? "#c7a4dd" : "#d9d9d9";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
