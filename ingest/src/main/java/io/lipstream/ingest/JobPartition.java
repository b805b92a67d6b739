package io.lipstream.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lipstream.topic.Topic;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.utils.Utils;

/**
 * Tells the partition of a job: that of Kafka's own clients in Java for its id as key, so that a
 * record which a client has keyed so is where it belongs already. Pure.
 */
final class JobPartition {
  private JobPartition() {}

  static int of(String jobId) {
    return Utils.toPositive(Utils.murmur2(jobId.getBytes(UTF_8))) % Topic.REQUESTS.partitions();
  }

  /** For a topic that is keyed by job id, whatever its records hold. */
  static Optional<Set<Integer>> of(String topic, String jobId, Object value, int partitions) {
    return Optional.of(Set.of(of(jobId)));
  }
}
