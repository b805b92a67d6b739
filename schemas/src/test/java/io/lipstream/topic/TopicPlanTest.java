package io.lipstream.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TopicPlanTest {
  private static final short ONE = 1;
  private static final short THREE = 3;

  @Test
  void requestsAreStampedByTheBrokerAndKeptForAWeek() {
    NewTopic requests = TopicPlan.creation(Topic.REQUESTS, ONE);
    assertThat(requests.name()).isEqualTo("lipstream.requests");
    assertThat(requests.numPartitions()).isEqualTo(12);
    assertThat(requests.replicationFactor()).isEqualTo(ONE);
    assertThat(requests.configs())
        .containsOnly(
            Map.entry("retention.ms", "604800000"),
            Map.entry("cleanup.policy", "delete"),
            Map.entry("message.timestamp.type", "LogAppendTime"));
  }

  @Test
  void progressIsCompactedAndStillExpires() {
    assertThat(TopicPlan.creation(Topic.PROGRESS, ONE).configs())
        .containsEntry("cleanup.policy", "compact,delete");
  }

  @Test
  void threeReplicasSurviveTheLossOfOne() {
    assertThat(TopicPlan.creation(Topic.COMPLETIONS, THREE).configs())
        .containsEntry("min.insync.replicas", "2");
  }

  @ParameterizedTest
  @EnumSource(Topic.class)
  void whatIsCreatedHasNoDifferences(Topic topic) {
    NewTopic created = TopicPlan.creation(topic, ONE);
    assertThat(
            TopicPlan.differences(
                topic, created.numPartitions(), key -> created.configs().get(key)))
        .isEmpty();
  }

  @Test
  void namesEachDifference() {
    Map<String, String> found =
        new HashMap<>(
            Map.of(
                "retention.ms", "1000",
                "cleanup.policy", "delete,compact",
                "message.timestamp.type", "CreateTime"));
    assertThat(TopicPlan.differences(Topic.PROGRESS, 3, found::get))
        .containsExactly(
            "lipstream.progress has 3 partitions, expected 12",
            "lipstream.progress has retention.ms=1000, expected 604800000");
  }
}
