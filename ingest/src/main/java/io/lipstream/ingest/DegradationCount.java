package io.lipstream.ingest;

import io.lipstream.degradation.Degradation;
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
    for (Lane lane : Lane.values()) {
      for (int level = 1; level <= Degradation.LOWEST; level++) {
        sensor(lane, level);
      }
    }
  }

  void count(Lane lane, int level) {
    sensor(lane, level).record();
  }

  private Sensor sensor(Lane lane, int level) {
    return sensors.computeIfAbsent(
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
                Integer.toString(level)));
  }
}
