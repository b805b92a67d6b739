package io.lipstream.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Writes Kafka's own measurements as Prometheus reads them; what is no number is left out. Pure.
 */
final class KafkaMeasurements {
  private KafkaMeasurements() {}

  static void write(StringBuilder text, Map<MetricName, ? extends Metric> measurements) {
    Map<String, List<String>> byName = new TreeMap<>();
    measurements.forEach(
        (name, metric) -> {
          if (metric.metricValue() instanceof Number number
              && Double.isFinite(number.doubleValue())) {
            byName
                .computeIfAbsent(name(name), none -> new ArrayList<>())
                .add(labels(name) + " " + number.doubleValue());
          }
        });
    byName.forEach(
        (name, lines) -> {
          text.append("# TYPE %s gauge\n".formatted(name));
          lines.stream()
              .sorted()
              .distinct()
              .forEach(line -> text.append(name).append(line).append('\n'));
        });
  }

  private static String name(MetricName name) {
    return "kafka_" + plain(name.group().replaceFirst("-metrics$", "") + "_" + name.name());
  }

  private static String plain(String text) {
    return text.replaceAll("[^a-zA-Z0-9_]", "_");
  }

  private static String labels(MetricName name) {
    List<String> labels = new ArrayList<>();
    new TreeMap<>(name.tags())
        .forEach(
            (tag, value) ->
                labels.add(
                    "%s=\"%s\""
                        .formatted(
                            plain(tag),
                            value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " "))));
    return labels.isEmpty() ? "" : "{" + String.join(",", labels) + "}";
  }
}
