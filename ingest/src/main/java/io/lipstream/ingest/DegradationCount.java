package io.lipstream.ingest;

import io.lipstream.event.Lane;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.Sensor.RecordingLevel;
import org.apache.kafka.streams.StreamsMetrics;

/**
 * Counts jobs that are made with less than was asked for, a lane and level, in the measurements of
 * the stream, as degradations-total of stream-degradation. For one stream thread.
 */
final class DegradationCount {
  private final StreamsMetrics metrics;
  private final Map<String, Sensor> sensors = new HashMap<>();

  DegradationCount(StreamsMetrics metrics) {
    this.metrics = metrics;
  }

  void count(Lane lane, int level) {
    sensors
        .computeIfAbsent(
            lane + "-" + level,
            entity ->
                metrics.addRateTotalSensor(
                    "degradation",
                    entity,
                    "degradations",
                    RecordingLevel.INFO,
                    "lane",
                    lane.name(),
                    "level",
                    Integer.toString(level)))
        .record();
  }
}
