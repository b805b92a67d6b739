package io.lipstream.ingest;

import io.lipstream.backlog.LaneLoad;
import io.lipstream.event.Lane;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Value;
import org.apache.kafka.streams.StreamsMetrics;

/**
 * Tells what waits in each lane, over all instances, in the measurements of the stream: as
 * waiting-cost, waiting-jobs, oldest-ms and, once enough work was measured, as estimated-wait-ms of
 * stream-lane. All tasks of an instance tell the same. For one stream thread.
 */
final class LaneMetrics {
  private static final String GROUP = "stream-lane-metrics";

  private final Map<Lane, Sensor> costs = new EnumMap<>(Lane.class);
  private final Map<Lane, Sensor> jobs = new EnumMap<>(Lane.class);
  private final Map<Lane, Sensor> ages = new EnumMap<>(Lane.class);
  private final Map<Lane, Sensor> waits = new EnumMap<>(Lane.class);

  LaneMetrics(StreamsMetrics metrics) {
    for (Lane lane : Lane.values()) {
      costs.put(
          lane, sensor(metrics, lane, "waiting-cost", "work admitted and not done, in cost units"));
      jobs.put(lane, sensor(metrics, lane, "waiting-jobs", "jobs admitted and not done"));
      ages.put(lane, sensor(metrics, lane, "oldest-ms", "age of the oldest of them, in ms"));
      waits.put(
          lane, sensor(metrics, lane, "estimated-wait-ms", "how long a new job would wait, in ms"));
    }
  }

  private static Sensor sensor(StreamsMetrics metrics, Lane lane, String name, String what) {
    Sensor sensor = metrics.addSensor("lane-" + lane + "-" + name, Sensor.RecordingLevel.INFO);
    sensor.add(new MetricName(name, GROUP, what, Map.of("lane", lane.name())), new Value());
    return sensor;
  }

  void tell(Lane lane, LaneLoad load, OptionalLong waitMillis, long now) {
    costs.get(lane).record(load.waiting());
    jobs.get(lane).record((double) load.jobs());
    ages.get(lane).record((double) load.oldestAge(now));
    waitMillis.ifPresent(waits.get(lane)::record);
  }
}
