package io.lipstream.local.endtoend;

import io.lipstream.connection.KafkaConnection;
import io.lipstream.event.Lane;
import io.lipstream.topic.Topic;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Moves the render job's committed offsets to the end of its topics while it does not run. */
final class PassedOver {
  private static final String GROUP = "lipstream-render";

  private PassedOver() {}

  static void passOverJobs(KafkaConnection connection) throws Exception {
    try (Admin admin = Admin.create(connection.clientProperties())) {
      Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
      for (Lane lane : Lane.values()) {
        Topic topic = Topic.jobs(lane);
        for (int partition = 0; partition < topic.partitions(); partition++) {
          ends.put(new TopicPartition(topic.topicName(), partition), OffsetSpec.latest());
        }
      }
      Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
      admin
          .listOffsets(ends)
          .all()
          .get()
          .forEach((partition, end) -> offsets.put(partition, new OffsetAndMetadata(end.offset())));
      admin.alterConsumerGroupOffsets(GROUP, offsets).all().get();
    }
  }
}
