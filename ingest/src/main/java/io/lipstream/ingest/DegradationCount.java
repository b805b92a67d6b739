package io.lipstream.ingest;

import io.lipstream.event.Lane;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.Sensor.RecordingLevel;
import org.apache.kafka.streams.StreamsMetrics;

/**
 * Counts jobs that are made with less than was asked for, a lane and level. For one stream thread.
 */
@FunctionalInterface
interface DegradationCount {
  DegradationCount NONE = (lane, level) -> {};

  void count(Lane lane, int level);

  /** Counts in the measurements of the stream, as degradations-total of stream-degradation. */
  static DegradationCount in(StreamsMetrics metrics) {
    Map<String, Sensor> sensors = new ConcurrentHashMap<>();
    return (lane, level) ->
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
